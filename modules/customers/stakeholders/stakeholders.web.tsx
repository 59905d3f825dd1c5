import { Button, Group, Table, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { useAct } from '#kit/web/detail/action-bar.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { dateText } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Customer } from '../profiles/profiles.contract.ts'
import { DialogForm } from '../profiles/dialog-form.web.tsx'
import css from '../profiles/profiles.module.css'
import { HolderField } from './holder-field.web.tsx'
import { NewStakeholder, type Stakeholder, StakeholderDraft, stakeholders } from './stakeholders.contract.ts'
import { stakeholderRoles } from './stakeholders.domain.ts'

const api = bindContract(stakeholders)
const place = 'customers:stakeholders'
const F = fieldsOf(StakeholderDraft)
const OwnershipChart = lazy(() =>
  import('./ownership-chart.web.tsx').then((m) => ({ default: m.OwnershipChart })),
)

/** The page of whoever holds a stake. */
export const pageOf = ({ holderId, holderType }: Pick<Stakeholder, 'holderId' | 'holderType'>) =>
  `/customer/${holderType === 1 ? 'individual' : 'corporate'}/${holderId}`

/** Who directs, owns and acts for a company, with the chart of its owners. */
export function Stakeholders({ customer, isPrinted = false }: { customer: Customer; isPrinted?: boolean }) {
  const texts = useTexts(place)
  const query = useQuery(api.ofCorporate.queryOptions({ id: customer.id }))
  const [open, setOpen] = useState<Stakeholder | 'new'>()
  const { mutate } = useAct()
  const flags = usePermissionFlags(api)
  const mayChange = !isPrinted && customer.mergedInto === null
  const canManage = mayChange && (flags.canUpdate || flags.canDelete)
  async function remove({ id, version, holderName }: Stakeholder) {
    const title = texts('acts.delete', { name: holderName })
    if (await confirm({ title, message: texts('questions.remove'), confirm: texts('remove'), danger: true }))
      mutate({ api: api.delete, input: { id, version }, said: texts('said.removed') })
  }
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} className={css.heading}>
          {texts('title')}
        </Title>
        {mayChange && flags.canCreate && (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => setOpen('new')}>
              {texts('create')}
            </Button>
            <Button
              variant="default"
              size="xs"
              renderRoot={(props) => <Link to={`/customer/corporate/related/${customer.id}`} {...props} />}
            >
              {texts('createPerson')}
            </Button>
          </Group>
        )}
      </Group>
      <Loaded query={query} height={160}>
        {(ownership) =>
          ownership.stakeholders.length === 0 ? (
            <p className={css.muted}>{texts('none')}</p>
          ) : (
            <>
              <div className={css.scroll}>
                <Table verticalSpacing={6}>
                  <Table.Thead>
                    <Table.Tr>
                      {['holderName', 'role', 'share', 'position'].map((field) => (
                        <Table.Th key={field}>{texts(`fields.${field}`)}</Table.Th>
                      ))}
                      {canManage && <Table.Th aria-label={texts('table.actions')} />}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {ownership.stakeholders.map((one) => (
                      <Table.Tr key={one.id}>
                        <Table.Td>
                          <TextLink to={pageOf(one)}>{one.holderName}</TextLink>
                        </Table.Td>
                        <Table.Td>{texts(`values.role.${one.role}`)}</Table.Td>
                        <Table.Td className="agio-number">
                          {one.share === null ? '' : `${Number(one.share)}%`}
                        </Table.Td>
                        <Table.Td>
                          {[
                            one.position,
                            one.authorityScope,
                            one.authorityExpiry && dateText(one.authorityExpiry),
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </Table.Td>
                        {canManage && (
                          <Table.Td>
                            <Group gap={4} wrap="nowrap" justify="flex-end">
                              {flags.canUpdate && (
                                <Button variant="subtle" size="xs" onClick={() => setOpen(one)}>
                                  {texts('edit')}
                                </Button>
                              )}
                              {flags.canDelete && (
                                <Button
                                  variant="subtle"
                                  size="xs"
                                  color="red"
                                  onClick={() => void remove(one)}
                                >
                                  {texts('remove')}
                                </Button>
                              )}
                            </Group>
                          </Table.Td>
                        )}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </div>
              {ownership.shares.length > 0 && (
                <Suspense>
                  <OwnershipChart ownership={ownership} />
                </Suspense>
              )}
            </>
          )
        }
      </Loaded>
      {open && (
        <StakeForm
          corporateId={customer.id}
          stake={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

interface StakeFormProps {
  corporateId: string
  stake: Stakeholder | undefined
  onClose: () => void
}

function StakeForm({ corporateId, stake, onClose }: StakeFormProps) {
  const texts = useTexts(place)
  const fields = (
    <>
      <F.Select name="role" choices={stakeholderRoles} />
      <F.Number name="share" suffix="%" />
      <F.Text name="position" />
      <F.Text name="authorityScope" />
      <F.Date name="authorityExpiry" />
    </>
  )
  if (stake)
    return (
      <DialogForm
        texts={place}
        title={stake.holderName}
        draft={StakeholderDraft}
        values={{ ...stake, share: stake.share === null ? null : String(Number(stake.share)) }}
        save={(values) => api.update.call({ id: stake.id, version: stake.version, ...values })}
        onClose={onClose}
      >
        {fields}
      </DialogForm>
    )
  return (
    <DialogForm
      texts={place}
      title={texts('create')}
      draft={NewStakeholder}
      said="added"
      save={(values) => api.create.call({ corporateId, ...values })}
      onClose={onClose}
    >
      <HolderField name="holderId" />
      {fields}
    </DialogForm>
  )
}

/** The companies behind which a person stands. */
export function Holdings({ customer }: { customer: Customer }) {
  const texts = useTexts(place)
  const query = useQuery(api.ofIndividual.queryOptions({ id: customer.id }))
  if (query.data?.length === 0) return null
  return (
    <section>
      <Title order={2} className={css.heading}>
        {texts('holdings')}
      </Title>
      <Loaded query={query} height={60}>
        {(list) => (
          <ul className={css.cards}>
            {list.map((one) => (
              <li key={one.id}>
                <TextLink to={`/customer/corporate/${one.corporateId}`}>{one.corporateName}</TextLink>{' '}
                <span className={css.muted}>
                  {texts(`values.role.${one.role}`)} {one.share !== null && `${Number(one.share)}%`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
