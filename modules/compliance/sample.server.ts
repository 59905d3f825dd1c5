import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  bodies: {
    '/poscompliance/cdd/create': { fields: [] },
    '/poscompliance/cdd/update': { fields: [] },
  },
}
