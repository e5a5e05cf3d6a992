import { useParams } from 'react-router'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { findTool } from '#web/features/tools/catalogue/catalogue.ts'
import { ToolDetails } from './tool-details.tsx'

export function ToolDetailsPage() {
  const { id = '' } = useParams()
  const tool = findTool(id)
  return tool ? <ToolDetails key={id} tool={tool} /> : <NotFoundPage />
}
