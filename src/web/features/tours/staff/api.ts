import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import {
  deactivationPreviewSchema,
  staffTourDetailsSchema,
  staffTourSchema,
  TOUR_STATUSES,
  type TourFields,
  type TourStatus,
} from '#shared/staff-tours.ts'
import { staffPictureResponseSchema, type Crop, type StaffPicture } from '#shared/staff-pictures.ts'
import { tourResponseSchema } from '#shared/tours.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, postJson, sendJson } from '#web/lib/http.ts'
import { postForm } from '#web/lib/post-form.ts'

const PAGE = 50
/** Nothing comes before it. */
const FIRST_PAGE = ''

/** All that the staff know about tours. */
export const STAFF_TOURS_KEY = ['staff', 'tours'] as const

/** Returns the agency's tours in pages, by name: of one status, or all, and with a text in their names. */
export function staffToursQuery({ search, status }: { search: string; status: TourStatus | undefined }) {
  return infiniteQueryOptions({
    queryKey: [...STAFF_TOURS_KEY, 'list', status ?? 'all', search],
    queryFn: ({ signal, pageParam }) => {
      const query = { search: search || undefined, status, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      return exactResponseOf(z.array(staffTourSchema), getJson(calls.staffTours, query, { signal }))
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Returns the status that an address asks for; undefined for all, and for one that does not exist. */
export function statusFrom(text: string | null): TourStatus | undefined {
  return TOUR_STATUSES.find((status) => status === text)
}

/** Returns one tour to be edited: loaded anew each time it is opened, and not while somebody writes. */
export function staffTourQuery(id: string) {
  return queryOptions({
    queryKey: [...STAFF_TOURS_KEY, 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffTourDetailsSchema, getJson(calls.staffTour(id), {}, { signal })),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Returns a tour as travellers would see it, published or not. */
export function tourPreviewQuery(id: string) {
  return queryOptions({
    queryKey: [...STAFF_TOURS_KEY, 'preview', id],
    queryFn: async ({ signal }) => (await exactResponseOf(tourResponseSchema, getJson(calls.tourPreview(id), {}, { signal }))).data,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Returns what taking a tour off the site does to people. */
export function deactivationQuery(id: string) {
  return queryOptions({
    queryKey: [...STAFF_TOURS_KEY, 'deactivation', id],
    queryFn: ({ signal }) => exactResponseOf(deactivationPreviewSchema, getJson(calls.deactivationPreview(id), {}, { signal })),
    staleTime: 0,
    gcTime: 0,
  })
}

export function createTour(start: { name: string; destination: string }) {
  return exactResponseOf(staffTourDetailsSchema, postJson(calls.staffTours, start))
}

export function duplicateTour(id: string) {
  return exactResponseOf(staffTourDetailsSchema, postJson(calls.duplicateTour(id)))
}

/** `version`: the one that was seen; any other is refused. */
export function saveTour(id: string, body: { version: number; fields: TourFields }) {
  return exactResponseOf(staffTourDetailsSchema, sendJson('PUT', calls.staffTour(id), body))
}

export function publishTour(id: string, version: number) {
  return exactResponseOf(staffTourDetailsSchema, postJson(calls.publishTour(id), { version }))
}

export function deactivateTour(id: string, version: number) {
  return exactResponseOf(staffTourDetailsSchema, postJson(calls.deactivateTour(id), { version }))
}

/** Returns the picture that a file has become, in all its sizes; nobody has described it yet. */
export async function uploadPicture(file: File): Promise<StaffPicture> {
  const form = new FormData()
  form.append('alt', '')
  // Last: the server reads the fields that come before the file.
  form.append('file', file, file.name)
  return pictureOf(postForm(calls.staffPictures, form))
}

/** Returns another picture, with an id of its own, that shows a part of the same original. */
export function cropPicture(id: string, crop: Crop): Promise<StaffPicture> {
  return pictureOf(postJson(calls.cropPicture(id), crop))
}

/** `seenAlt`: the description that was shown; any other is refused. */
export function describePicture(id: string, body: { alt: string; seenAlt: string }): Promise<StaffPicture> {
  return pictureOf(sendJson('PUT', calls.staffPicture(id), body))
}

async function pictureOf(call: Promise<unknown>): Promise<StaffPicture> {
  return (await exactResponseOf(staffPictureResponseSchema, call)).picture
}
