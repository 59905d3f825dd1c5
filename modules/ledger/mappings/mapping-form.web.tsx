import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { type Mapping, MappingDraft, mappings } from './mappings.contract.ts'
import { idleFields, unfit } from './mappings.domain.ts'
import { eventText } from './mappings.web.tsx'

const api = bindContract(mappings)
const branchApi = bindContract(branches)
const F = fieldsOf(MappingDraft)

/** A row of the mapping: what it is for, and its account; of one that is there only the account changes. */
export function MappingForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="ledger:mappings"
      draft={MappingDraft}
      api={{ getById: api.getById }}
      guard={id === undefined ? api.create : api.update}
      id={id}
      back="/accounting/global-ledger-mappings"
      initial={{ part: 'fee' }}
      toValues={(row: Mapping) => ({
        part: row.part,
        event: row.event,
        branchId: row.branchId,
        itemId: row.itemId,
        modeId: row.modeId,
        accountId: row.accountId,
      })}
      save={(draft, row) =>
        row
          ? api.update.call({ id: row.id, version: row.version, accountId: draft.accountId })
          : api.create.call(draft)
      }
    >
      {(row: Mapping | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: Mapping | undefined }) {
  const { form } = useFormScope()
  const journal = useTexts('ledger:journal')
  const choices = useQuery(api.choices.queryOptions())
  const branchChoices = useQuery(branchApi.listSelection.queryOptions())
  const { part } = form.getValues() as MappingDraft
  const asked = { event: null, itemId: null, modeId: null }
  const { parts = [], events = [], items: allItems, accounts } = choices.data ?? {}
  const posted = parts.find(({ code }) => code === part) ?? { classes: [], keeps: null, events: [] }
  const { keeps } = posted
  const may = (field: 'itemId' | 'modeId') => idleFields(posted, { ...asked, [field]: '-' }).length === 0
  const own = events.filter((event) => idleFields(posted, { ...asked, event }).length === 0)
  const items = allItems?.filter(({ isLocal }) => keeps === null || isLocal === (keeps === 'cash'))
  const fitting = accounts?.filter((account) => unfit(posted, account) === undefined)
  const isFixed = row !== undefined
  return (
    <>
      <FieldGroup name="what">
        <F.Select name="part" choices={parts.map(({ code }) => code)} disabled={isFixed} />
        {own.length > 1 && (
          <F.Select
            name="event"
            choices={own.map((event) => ({ value: event, label: eventText(journal, event) }))}
            disabled={isFixed}
          />
        )}
        <FieldRow>
          <F.Select
            name="branchId"
            choices={branchChoices}
            held={toCurrentChoice(row?.branchId, row?.branchName)}
            disabled={isFixed}
          />
          {may('itemId') && (
            <F.Select
              name="itemId"
              choices={{ ...choices, data: items }}
              held={toCurrentChoice(row?.itemId, row?.itemCode)}
              disabled={isFixed}
            />
          )}
          {may('modeId') && (
            <F.Select
              name="modeId"
              choices={{ ...choices, data: choices.data?.modes }}
              held={toCurrentChoice(row?.modeId, row?.modeName)}
              disabled={isFixed}
            />
          )}
        </FieldRow>
      </FieldGroup>
      <FieldGroup name="where">
        <F.Select
          name="accountId"
          choices={{ ...choices, data: fitting }}
          held={toCurrentChoice(row?.accountId, row?.account)}
        />
      </FieldGroup>
    </>
  )
}
