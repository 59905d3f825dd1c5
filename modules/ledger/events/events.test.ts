import { expect, test } from 'vitest'
import { partyTypes, parts, postingEvents } from './events.domain.ts'

test('what no module declares is missed by the name of its list', () => {
  for (const [list, name] of [
    [parts, 'ledger.parts'],
    [postingEvents, 'ledger.events'],
    [partyTypes, 'ledger.partyTypes'],
  ] as const)
    expect(() => list.get('nothing')).toThrow(`No module declares 'nothing' in '${name}'`)
})
