import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'screeningLists.reload': 'LIST_BY_HAND NOT_FOUND',
  'screeningLists.updateSource': 'LIST_FOR_OPERATOR NOT_FOUND',
  'screeningLists.import': `FILE_REQUIRED:invalid LIST_COLUMN LIST_COUNT LIST_EMPTY LIST_ENCODING
    LIST_FORMAT LIST_OLDER LIST_OTHER LIST_PART LIST_SHAPE LIST_TOO_LARGE LIST_TOO_MANY LIST_TRUNCATED
    LIST_TWICE LIST_UNLIKE LIST_UNREADABLE READER_MEMORY READER_SLOW TABLE_CELL TABLE_QUOTE TABLE_WIDE`,
  'screeningLists.end': 'NOT_FOUND',
  'profiles.getDetailByReference': 'NOT_FOUND STALE_VERSION',
  'profiles.pdf': 'NOT_FOUND PAPER_LONG STALE_VERSION',
}
