import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { DetailPage } from '#kit/web/detail/detail-page.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { UploadField } from '#kit/web/form/upload-field.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { countries, currencies } from './choices.web.ts'
import { type Company, company, logoRule } from './company.contract.ts'
import css from './company.module.css'

const api = bindContract(company)
const texts = 'organisation:company'
const home = '/account-management/company'

const nameOf = (choices: { value: string; label: string }[], code: string) =>
  choices.find(({ value }) => value === code)?.label ?? code

const facts: readonly Fact<Company>[] = [
  { key: 'name' },
  { key: 'registrationNumber', kind: 'code' },
  { key: 'taxNumber', kind: 'code' },
  { key: 'country', cell: (code) => nameOf(countries(), code) },
  { key: 'localCurrency', cell: (code) => nameOf(currencies(), code) },
  { key: 'timeZone' },
]
const licence: readonly Fact<Company>[] = [
  { key: 'licenceNumber', kind: 'code' },
  { key: 'licenceExpiry', kind: 'date' },
]
const contact: readonly Fact<Company>[] = [
  { key: 'address' },
  { key: 'phone', kind: 'code' },
  { key: 'email' },
  { key: 'website' },
]

// One company, one page: the id that a detail page wants is the session's own.
const get = { queryOptions: () => api.getDetail.queryOptions() }

export function CompanyPage() {
  const t = useTexts(texts)
  const { canUpdate } = usePermissionFlags(api)
  return (
    <DetailPage
      texts={texts}
      get={get}
      id=""
      title={({ name }) => name}
      groups={[
        { name: 'facts', facts },
        { name: 'licence', facts: licence },
        { name: 'contact', facts: contact },
      ]}
      actions={() =>
        canUpdate && (
          <Button renderRoot={(props) => <Link to={`${home}/update`} {...props} />}>{t('edit')}</Button>
        )
      }
      side={(row) => <Logo row={row} />}
    />
  )
}

/** The logo with its acts; what the server refuses it says in its own words. */
function Logo({ row }: { row: Company }) {
  const t = useTexts(texts)
  const { id, version, logoFileId } = row
  const logo = useLogo(logoFileId)
  const { canUpdate } = usePermissionFlags(api)
  const change = useMutation({
    mutationFn: (file: File | undefined) =>
      file ? api.uploadLogo.call({ id, version, file }) : api.removeLogo.call({ id, version }),
    onSuccess: () => snackbar.success(t('said.updated')),
  })
  const remove = async () => {
    const title = t('removeLogo')
    if (await confirm({ title, message: t('removeLogoQuestion'), confirm: t('remove'), danger: true }))
      change.mutate(undefined)
  }
  return (
    <section>
      <Text fw={600} mb="xs">
        {t('logo')}
      </Text>
      {logoFileId === null ? (
        <p className={css.nothing}>{t('noLogo')}</p>
      ) : (
        <Loaded query={logo}>
          {(url) => <img src={url} alt={t('logoOf', { name: row.name })} className={css.logo} />}
        </Loaded>
      )}
      {canUpdate && (
        <Group mt="sm" gap="xs" align="flex-end">
          <UploadField
            add={t('chooseLogo')}
            files={[]}
            accept={logoRule.types.join(',')}
            disabled={change.isPending}
            onChange={([added]) => added?.file && change.mutate(added.file)}
          />
          {logoFileId && (
            <Button variant="subtle" color="red" onClick={() => void remove()}>
              {t('remove')}
            </Button>
          )}
        </Group>
      )}
    </section>
  )
}

/** The stored logo as an address for an image: it is fetched with the session's token, which an image could not send. */
const useLogo = (fileId: string | null) =>
  useQuery({
    queryKey: ['logo', fileId],
    queryFn: async () => addressOf((await api.logo.call()) as Blob),
    enabled: fileId !== null,
  })

const addressOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
