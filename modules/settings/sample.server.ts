import type { Sample } from '#kit/server/module.server.ts'

export const sample: Sample = {
  bodies: {
    '/possetting/config/update': { settings: [{ key: 'RATE_PRECISION', customerType: 0, value: '4' }] },
    '/possetting/usersetting/update': {
      settings: [
        { settingType: 'DefaultApp', settingName: '', settingValue: '{"code":"mc"}', sortIndex: null },
      ],
    },
  },
}
