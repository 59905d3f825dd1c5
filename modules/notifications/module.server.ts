import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { toldOfAccess } from '#modules/access/public.server.ts'
import { forget } from './messages/messages.queries.ts'
import { messagesRouter, notify } from './messages/messages.server.ts'

/** Days that a message is kept after it was read. */
const keptDays = 90

export const notifications: ServerModule = {
  name: 'notifications',
  dependsOn: ['organisation', 'access'],
  routers: [messagesRouter],
  answers: [
    answer(toldOfAccess, (db, { users, text, values }) =>
      notify(db, { to: { users }, type: 'WARNING', text, values }),
    ),
  ],
  jobs: [
    {
      name: 'notifications.forget',
      cron: '27 3 * * *',
      run: async (_payload, { services }) => {
        await forget(services.db, keptDays)
      },
    },
  ],
}
