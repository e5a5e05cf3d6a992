import { Route } from 'react-router'
import { pages } from '#shared/pages.ts'
import { page } from './delivery/lazy-page.tsx'

const AboutPage = page(() => import('./pages/content/about-page.tsx'), 'AboutPage')
const ExperiencesPage = page(() => import('./pages/content/experiences-page.tsx'), 'ExperiencesPage')
const TravelInfoPage = page(() => import('./pages/content/travel-info-page.tsx'), 'TravelInfoPage')
const SiteMapPage = page(() => import('./pages/content/site-map-page.tsx'), 'SiteMapPage')

const services = () => import('./pages/content/rental-services-page.tsx')
const RentalServicesPage = page(services, 'RentalServicesPage')
const SelfDrivePage = page(services, 'SelfDrivePage')
const WithDriverPage = page(services, 'WithDriverPage')

const ToolDetailsPage = page(() => import('./pages/tools/tool-details-page.tsx'), 'ToolDetailsPage')
const tools = () => import('./pages/tools/tools-page.tsx')
const ToolsPage = page(tools, 'ToolsPage')
const PowerToolsPage = page(tools, 'PowerToolsPage')
const HandToolsPage = page(tools, 'HandToolsPage')
const ConstructionToolsPage = page(tools, 'ConstructionToolsPage')
const GardeningToolsPage = page(tools, 'GardeningToolsPage')

const plans = () => import('./pages/tools/rental-plans-page.tsx')
const RentalPlansPage = page(plans, 'RentalPlansPage')
const HourlyPlanPage = page(plans, 'HourlyPlanPage')
const DailyPlanPage = page(plans, 'DailyPlanPage')
const WeeklyPlanPage = page(plans, 'WeeklyPlanPage')

const SupportPage = page(() => import('./pages/support/support-page.tsx'), 'SupportPage')
const GuidesPage = page(() => import('./pages/support/guides-page.tsx'), 'GuidesPage')
const SafetyPage = page(() => import('./pages/support/safety-page.tsx'), 'SafetyPage')
const FaqsPage = page(() => import('./pages/support/faqs-page.tsx'), 'FaqsPage')

const legal = () => import('./pages/content/legal-page.tsx')
const LegalNoticePage = page(legal, 'LegalNoticePage')
const TermsPage = page(legal, 'TermsPage')
const PrivacyPage = page(legal, 'PrivacyPage')

/** The informational pages, open to everyone; their texts are data in texts/ and features/tools. */
export const contentRoutes = (
  <>
    <Route path={pages.about} element={<AboutPage />} />
    <Route path={pages.experiences} element={<ExperiencesPage />} />
    <Route path={pages.travelInfo} element={<TravelInfoPage />} />
    <Route path={pages.rentalServices} element={<RentalServicesPage />} />
    <Route path={pages.selfDrive} element={<SelfDrivePage />} />
    <Route path={pages.withDriver} element={<WithDriverPage />} />
    <Route path={pages.tools} element={<ToolsPage />} />
    <Route path={pages.toolDetails(':id')} element={<ToolDetailsPage />} />
    <Route path={pages.powerTools} element={<PowerToolsPage />} />
    <Route path={pages.handTools} element={<HandToolsPage />} />
    <Route path={pages.constructionTools} element={<ConstructionToolsPage />} />
    <Route path={pages.gardeningTools} element={<GardeningToolsPage />} />
    <Route path={pages.rentalPlans} element={<RentalPlansPage />} />
    <Route path={pages.hourlyPlan} element={<HourlyPlanPage />} />
    <Route path={pages.dailyPlan} element={<DailyPlanPage />} />
    <Route path={pages.weeklyPlan} element={<WeeklyPlanPage />} />
    <Route path={pages.support} element={<SupportPage />} />
    <Route path={pages.guides} element={<GuidesPage />} />
    <Route path={pages.safety} element={<SafetyPage />} />
    <Route path={pages.faqs} element={<FaqsPage />} />
    <Route path={pages.legalNotice} element={<LegalNoticePage />} />
    <Route path={pages.terms} element={<TermsPage />} />
    <Route path={pages.privacy} element={<PrivacyPage />} />
    <Route path={pages.siteMap} element={<SiteMapPage />} />
  </>
)
