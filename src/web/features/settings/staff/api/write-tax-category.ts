import type { ChangeTaxCategoryBody, NewTaxCategoryBody } from '#shared/settings/taxes.ts'
import { calls } from '#shared/paths.ts'
import { postJson, sendJson } from '#web/lib/http.ts'
import { useSend } from '#web/lib/use-send.ts'
import { taxCategoriesQuery } from './list-tax-categories.ts'

function addTaxCategory(body: NewTaxCategoryBody) {
  return postJson(calls.taxCategories, body)
}

function changeTaxCategory(id: string, body: ChangeTaxCategoryBody) {
  return sendJson('PUT', calls.taxCategory(id), body)
}

export function useAddTaxCategory() {
  return useSend(addTaxCategory, taxCategoriesQuery.queryKey)
}

export function useChangeTaxCategory() {
  return useSend(changeTaxCategory, taxCategoriesQuery.queryKey)
}
