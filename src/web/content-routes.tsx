import { Route } from 'react-router'
import { pages } from '#shared/paths.ts'
import { page } from './lazy-page.tsx'

const ToolsPage = page(() => import('./pages/tools/tools-page.tsx'), 'ToolsPage')
const categories = () => import('./pages/tools/tool-category-page.tsx')
const PowerToolsPage = page(categories, 'PowerToolsPage')
const HandToolsPage = page(categories, 'HandToolsPage')
const ConstructionToolsPage = page(categories, 'ConstructionToolsPage')
const GardeningToolsPage = page(categories, 'GardeningToolsPage')
const ToolDetailsPage = page(() => import('./pages/tools/tool-details-page.tsx'), 'ToolDetailsPage')
const RentalPlansPage = page(() => import('./pages/tools/rental-plans-page.tsx'), 'RentalPlansPage')
const plans = () => import('./pages/tools/plan-page.tsx')
const HourlyPlanPage = page(plans, 'HourlyPlanPage')
const DailyPlanPage = page(plans, 'DailyPlanPage')
const WeeklyPlanPage = page(plans, 'WeeklyPlanPage')

/** The pages that tell and explain, open to everybody: their texts are data in src/web/pages. */
export const contentRoutes = (
  <>
    <Route path={pages.tools} element={<ToolsPage />} />
    <Route path={pages.powerTools} element={<PowerToolsPage />} />
    <Route path={pages.handTools} element={<HandToolsPage />} />
    <Route path={pages.constructionTools} element={<ConstructionToolsPage />} />
    <Route path={pages.gardeningTools} element={<GardeningToolsPage />} />
    <Route path={pages.toolDetails(':id')} element={<ToolDetailsPage />} />
    <Route path={pages.rentalPlans} element={<RentalPlansPage />} />
    <Route path={pages.hourlyPlan} element={<HourlyPlanPage />} />
    <Route path={pages.dailyPlan} element={<DailyPlanPage />} />
    <Route path={pages.weeklyPlan} element={<WeeklyPlanPage />} />
  </>
)
