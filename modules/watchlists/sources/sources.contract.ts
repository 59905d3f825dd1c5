import * as z from 'zod'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { unreadReasons } from '../entries/head.domain.ts'
import { Because, DateOnly, Done, Id, Instant } from '#kit/contract/shapes.contract.ts'

/** A list as it is kept now, and how the last look at its source went. */
const ListState = z.strictObject({
  list: z.string(),
  /** Of the company alone. */
  isOwn: z.boolean(),
  /** Null where it was never loaded. */
  version: z
    .strictObject({
      id: Id,
      number: z.int(),
      format: z.string(),
      source: z.string(),
      publishedOn: DateOnly.nullable(),
      loadedAt: Instant,
      contentHash: z.string(),
      entries: z.int(),
      added: z.int(),
      removed: z.int(),
      changed: z.int(),
      /** How many lines were not understood and are left out, and the first of them. */
      unread: z.int(),
      unreadLines: z.array(
        z.strictObject({ file: z.string(), line: z.int(), reason: z.enum(unreadReasons) }),
      ),
      /** Where a company has ended a list of its own: by whom and why. Such a version has no entries. */
      byName: z.string(),
      reason: z.string(),
    })
    .nullable(),
  checkedAt: Instant.nullable(),
  succeededAt: Instant.nullable(),
  /** Too old, or never loaded: nobody is cleared by it. */
  isStale: z.boolean(),
  /** What went wrong with the last look, in the reader's language. */
  failure: z.string().nullable(),
  /** Where it is fetched, how often, and when next; empty and null where it is loaded by hand. */
  address: z.string(),
  everyMinutes: z.int().nullable(),
  nextAt: Instant.nullable(),
})
export type ListState = z.output<typeof ListState>

/** Where a list is fetched; whoever runs the server may name other addresses. */
export const SourceAddress = z
  .string()
  .max(500)
  .regex(/^(https:\/\/([a-z0-9-]+\.)+[a-z]{2,24}(\/[\w./?&=%~+-]*)?)?$/)
const ListCode = z.string().regex(/^[a-z0-9_-]{1,60}$/)
const Named = z.object({ id: z.string(), name: z.string() })
const Delta = z.strictObject({
  added: z.array(Named),
  removed: z.array(Named),
  changed: z.array(
    Named.extend({
      fields: z.array(z.object({ field: z.string(), gone: z.array(z.string()), come: z.array(z.string()) })),
    }),
  ),
})

const path = '/poscompliance/screeninglist'
const view = ['view_screening', 'perform_screening', 'view_screening_settings'] as const
const permission = 'manage_screening_settings'

export const screeningLists = controls({
  /** Those that names are screened against, then the company's own that it has ended. */
  list: read({
    path: `${path}/list`,
    permission: view,
    output: z.array(ListState),
  }),
  /** The last hundred versions of a list, newest first. */
  getVersions: read({
    path: `${path}/getVersions`,
    permission: view,
    input: z.strictObject({ list: ListCode }),
    output: z.array(ListState.shape.version.unwrap()),
  }),
  /** What a version changed against the one before it. */
  getDelta: read({
    path: `${path}/getDelta`,
    permission: view,
    input: z.strictObject({ id: Id }),
    output: Delta,
  }),
  /** Has the source of a published list asked now, for every company. */
  reload: write({
    path: `${path}/reload`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ list: ListCode }),
    output: Done,
  }),
  /** Says where a list is fetched and how often; only where nobody else on the server is screened against it. */
  updateSource: write({
    path: `${path}/updateSource`,
    kind: 'UPDATE',
    permission,
    ofCompany: true,
    ownTransaction: true,
    input: z.strictObject({
      list: ListCode,
      /** Empty: as the server is set, else by hand. Public names alone: what is inside the house is none of a company's. */
      address: SourceAddress,
      everyMinutes: z.int().min(60).max(10_080),
      note: Because,
    }),
    output: Done,
  }),
  /** Takes a file over as the next version of a list of the company's own. */
  import: write({
    path: `${path}/import`,
    kind: 'CREATE',
    permission,
    ofCompany: true,
    input: z.strictObject({ name: z.string().regex(/^[a-z0-9_-]{1,50}$/) }),
    upload: { maxBytes: 16_777_216, types: ['text/csv', 'application/xml', 'application/gzip'] },
    output: z.strictObject({
      list: z.string(),
      number: z.int(),
      entries: z.int(),
      added: z.int(),
      removed: z.int(),
      changed: z.int(),
      unread: z.int(),
      isNew: z.boolean(),
    }),
  }),
  /** Ends a list of the company's own: nobody is asked against it any more. It is gone where nobody ever was. */
  end: write({
    path: `${path}/end`,
    kind: 'DELETE',
    permission,
    ofCompany: true,
    input: z.strictObject({ list: ListCode, note: Because }),
    output: Done,
  }),
})
