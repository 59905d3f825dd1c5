import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { loadTexts } from '#kit/web/i18n.web.ts'

export { SheetUpload } from './sheets/sheet-upload.web.tsx'
export { useFoundCustomers } from './search/found-customers.web.ts'

/** The field by which a customer is chosen, with its words. */
export const customerField = async () => {
  const [{ HolderField }] = await Promise.all([
    import('./stakeholders/holder-field.web.tsx'),
    loadTexts('customers'),
  ])
  return HolderField
}

type Panel = ComponentType<{ customerId: string }>
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
