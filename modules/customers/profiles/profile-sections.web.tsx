import { Alert, Button, Group, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { informationFields } from '#modules/settings/information-fields/information-fields.contract.ts'
import { CreditDraft, type Customer } from './profiles.contract.ts'
import { DialogForm } from './dialog-form.web.tsx'
import type { ProfileApi } from './profile-acts.web.tsx'
import css from './profiles.module.css'

const fieldApi = bindContract(informationFields)
const F = fieldsOf(CreditDraft)

/** Whom this customer was merged into, and which required information is not there. */
export function Notices({ texts: place, home, row }: { texts: string; home: string; row: Customer }) {
  const texts = useTexts(place)
  const names = useQuery(fieldApi.fields.queryOptions()).data
  if (row.mergedInto)
    return (
      <Alert color="gray" icon={<IconInfoCircle size={18} stroke={1.75} />}>
        {texts('mergedInto')} <TextLink to={`${home}/${row.mergedInto.id}`}>{row.mergedInto.name}</TextLink>
      </Alert>
    )
  if (row.missing.length === 0 || !names) return null
  const nameOf = (code: string) =>
    names.find((one) => one.code === code && one.customerType === row.customerType)?.name ?? code
  return (
    <Alert color="yellow" icon={<IconInfoCircle size={18} stroke={1.75} />} title={texts('missing')}>
      {row.missing.map(nameOf).join(', ')}
    </Alert>
  )
}

/** Limit and terms, and changing them. */
export function Credit({ texts: place, api, row }: { texts: string; api: ProfileApi; row: Customer }) {
  const texts = useTexts(place)
  const [isOpen, setOpen] = useState(false)
  const mayChange = useIsAllowed(api.updateCreditInfo)
  const query = useQuery({
    ...api.getCreditInfo.queryOptions({ id: row.id }),
    enabled: can('view_customer_credit'),
  })
  if (!can('view_customer_credit')) return null
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} className={css.heading}>
          {texts('groups.credit')}
        </Title>
        {mayChange && row.mergedInto === null && (
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {texts('changeCredit')}
          </Button>
        )}
      </Group>
      <Loaded query={query} height={60}>
        {(credit) => (
          <>
            <FactList
              texts={place}
              row={credit}
              facts={[
                { key: 'creditLimit', kind: 'money' },
                { key: 'creditDays', kind: 'number' },
                { key: 'creditNote' },
              ]}
            />
            {isOpen && (
              <DialogForm
                texts={place}
                title={texts('changeCredit')}
                draft={CreditDraft}
                values={credit}
                save={(values) =>
                  api.updateCreditInfo.call({ id: credit.id, version: credit.version, ...values })
                }
                onClose={() => setOpen(false)}
              >
                <F.Number name="creditLimit" />
                <F.Number name="creditDays" integer />
                <F.TextArea name="creditNote" />
              </DialogForm>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
