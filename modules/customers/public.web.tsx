import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { loadTexts } from '#kit/web/i18n.web.ts'

export { type Evidence, paperOf } from './documents/documents.domain.ts'
export { CustomerLink, RowCustomer } from './search/customer-link.web.tsx'
export { imageOf } from './profiles/image-of.web.ts'
export { useCustomerSearch, useFoundCustomers } from './search/found-customers.web.ts'

/** The field by which a customer is chosen, with its words. */
export const customerField = async () => {
  const [{ HolderField }] = await Promise.all([
    import('./stakeholders/holder-field.web.tsx'),
    loadTexts('customers'),
  ])
  return HolderField
}

/** A field by which somebody on file is found; fetched with the first form that has it. */
export const CustomerSelect = lazy(() =>
  import('./search/customer-select.web.tsx').then((m) => ({ default: m.CustomerSelect })),
)

/** What takes in a file of rows, fetched with the first page that has it: the shell need not carry it. */
export const SheetUpload = lazy(() =>
  import('./sheets/sheet-upload.web.tsx').then((m) => ({ default: m.SheetUpload })),
)

/** What was read of such a file and what was not. */
export const SheetNotes = lazy(async () => {
  const [{ SheetNotes: notes }] = await Promise.all([
    import('./sheets/sheet-notes.web.tsx'),
    loadTexts('customers'),
  ])
  return { default: notes }
})

/** Registers a person over the page that needs one; loaded when it is opened first. */
export const NewIndividualDialog = lazy(async () => {
  const [{ NewIndividualDialog: dialog }] = await Promise.all([
    import('./individuals/new-individual.web.tsx'),
    loadTexts('customers'),
  ])
  return { default: dialog }
})

type Panel = ComponentType<{ customerId: string }>
/** Takes in a copy that a rule asks for of a customer on file; fetched when one is asked for first. */
export const EvidenceField = lazy(async () => {
  const [{ EvidenceField: field }] = await Promise.all([
    import('./documents/evidence-field.web.tsx'),
    loadTexts('customers'),
  ])
  return { default: field }
})

const panels: LazyExoticComponent<Panel>[] = []

/** Shows a panel of a module above on each customer's page; it decides itself who sees it. Loaded with the first such page. */
export function addCustomerPanel(load: () => Promise<Panel>): void {
  panels.push(lazy(async () => ({ default: await load() })))
}

/** What modules above show of a customer. */
export const CustomerPanels = ({ customerId }: { customerId: string }) => (
  <Suspense>
    {panels.map((One, at) => (
      <One key={String(at)} customerId={customerId} />
    ))}
  </Suspense>
)
