import { test } from 'vitest'
import { personOf } from '#apps/server/test-person.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { type TransferKind, transferWorkflow } from './transfers.domain.ts'

test.each<[TransferKind, string]>([
  ['transfer', 'inTransit'],
  ['deposit', 'inTransit'],
  ['withdrawal', 'inTransit'],
  ['charge', 'arrived'],
  ['interest', 'arrived'],
])('a %s is %s once it is made', (kind, begun) => {
  walkWorkflow(
    {
      flow: transferWorkflow,
      people: { treasury: personOf('treasury'), manager: personOf('branch_manager') },
      record: (state) => ({ state, kind }),
    },
    `
    act      | states    | treasury  | manager
    create   | null      | ${begun}  | FORBIDDEN
    arrive   | inTransit | arrived   | FORBIDDEN
    takeBack | inTransit | takenBack | FORBIDDEN
    reverse  | arrived   | reversed  | FORBIDDEN`,
  )
})
