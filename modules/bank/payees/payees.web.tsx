import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Attachments } from '#modules/documents/public.web.tsx'
import { payeeKinds, payees } from './payees.contract.ts'

const api = bindContract(payees)
const texts = 'bank:payees'

export const { List, Detail } = resource({
  texts,
  home: '/accounting/payee-list',
  api,
  name: ({ code, name }) => `${code} ${name}`,
  search: ['code', 'name'],
  useChoices: () => ({ kind: payeeKinds }),
  columns: [
    { key: 'code', kind: 'code', width: 110 },
    { key: 'name', width: 220 },
    { key: 'kind', kind: 'value', width: 140 },
    { key: 'taxNumber', width: 140 },
    { key: 'number', kind: 'code', width: 190 },
    { key: 'ledger', width: 200 },
    { ...enabled, width: 120 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        { key: 'name' },
        { key: 'kind', kind: 'value' },
        { key: 'taxNumber' },
        { key: 'phone' },
        { key: 'email' },
        { key: 'ledger' },
        { key: 'note' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
    {
      name: 'bank',
      facts: [
        { key: 'holder' },
        { key: 'bankName' },
        { key: 'bic', kind: 'code' },
        { key: 'number', kind: 'code' },
      ],
    },
  ],
  below: (row) => (
    <>
      <ChangeDetails id={row.id} />
      <Attachments api={api} row={row} />
    </>
  ),
})

/** Where it is paid to is changed by a document of its own, which a second person approves. */
function ChangeDetails({ id }: { id: string }) {
  const say = useTexts(texts)
  const { canUpdate } = usePermissionFlags({ update: api.update })
  if (!canUpdate) return null
  return (
    <div>
      <Button
        component={Link}
        variant="default"
        to={`/accounting/payee-list/bank-details/create?payee=${id}`}
      >
        {say('changeDetails')}
      </Button>
    </div>
  )
}
