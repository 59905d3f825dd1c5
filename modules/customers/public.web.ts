import { loadTexts } from '#kit/web/i18n.web.ts'

/** The field by which a customer is chosen, with its words. */
export const customerField = async () => {
  const [{ HolderField }] = await Promise.all([
    import('./stakeholders/holder-field.web.tsx'),
    loadTexts('customers'),
  ])
  return HolderField
}
