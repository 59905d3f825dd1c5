import { useRouter } from '@tanstack/react-router'
import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import {
  type CompanyStructure,
  structure as structureContract,
} from '#modules/organisation/structure/structure.contract.ts'
import { branchesOf } from '#modules/organisation/structure/structure.domain.ts'
import { keepSettings, keptSettings, shortcutsOf, valueOf } from './kept-settings.web.ts'
import { type Metadata, type Setting, userSettings } from './user-settings.contract.ts'
import {
  builtOnly,
  firstShortcuts,
  isListed,
  listedPages,
  type PageChoice,
  shortcutCount,
  withApp,
  withModule,
} from './user-settings.domain.ts'

const api = bindContract(userSettings)
const structureApi = bindContract(structureContract)
const place = 'settings:userSettings'
const numbers = Array.from({ length: shortcutCount }, (_, index) => index)

const text = z.string()
const name = z.string().trim().min(1).max(20)
const Form = z.strictObject({
  defaultApp: text,
  regionId: text,
  branchId: text,
  counterId: text,
  app: text,
  module: text,
  link: text,
  name0: name,
  app0: text,
  module0: text,
  link0: text,
  name1: name,
  app1: text,
  module1: text,
  link1: text,
  name2: name,
  app2: text,
  module2: text,
  link2: text,
  name3: name,
  app3: text,
  module3: text,
  link3: text,
})
type Values = z.output<typeof Form>
const F = fieldsOf(Form)

type Offer = { [K in keyof Metadata]: readonly Metadata[K][number][] }
interface Loaded {
  settings: readonly Setting[]
  metadata: Offer
  structure: CompanyStructure
}

const get = {
  queryOptions: () => ({
    queryKey: ['/possetting/usersetting', 'form'],
    queryFn: async (): Promise<Loaded> => {
      const [settings, metadata, structure] = await Promise.all([
        keptSettings.queryFn(),
        api.metadata.call(),
        structureApi.get.call(),
      ])
      return { settings, metadata, structure }
    },
  }),
}

/** Settings of the person who is signed in: default app and workspace, landing page, shortcut links. */
export function UserSettings() {
  const { routesByPath } = useRouter()
  const offered = (row: Loaded) => ({
    ...row,
    metadata: builtOnly(row.metadata, (link) => link in routesByPath),
  })
  const toValues = (row: Loaded) => valuesOf(offered(row))
  return (
    <FormPage
      texts={place}
      draft={Form}
      api={{ getById: get }}
      id=""
      back="/"
      toValues={toValues}
      save={save}
    >
      {(row) => row && <Fields {...offered(row)} />}
    </FormPage>
  )
}

const choiceOf = (key: string, { appCode, moduleCode, link }: PageChoice) => ({
  [`app${key}`]: appCode,
  [`module${key}`]: moduleCode,
  [`link${key}`]: link,
})

/** What is kept; where nothing is, or a page is not offered, the first of everything, and shortcuts to where most people go. */
function valuesOf({ settings, metadata, structure }: Loaded): Partial<Values> {
  const firstApp = metadata.apps[0]?.code ?? ''
  const first = withApp(metadata, firstApp)
  const [branch] = branchesOf(structure).filter(({ isOnlyView }) => !isOnlyView)
  const region = structure.children.find(({ children }) => children.some(({ id }) => id === branch?.id))
  const app = valueOf<{ code: string | null }>(settings, 'DefaultApp') ?? { code: firstApp }
  const workspace = valueOf<Record<string, string | null>>(settings, 'DefaultWorkspace') ?? {
    regionId: region?.id ?? null,
    branchId: branch?.id ?? null,
    counterId: branch?.children[0]?.id ?? null,
  }
  const isOffered = <C extends PageChoice>(choice: C | undefined): choice is C =>
    choice !== undefined && isListed(choice, metadata.pages)
  const landing = valueOf<PageChoice>(settings, 'LandingPage')
  const shortcuts = shortcutsOf(settings)
  const own = (index: number) => {
    const [kept, usual] = [shortcuts[index], firstShortcuts[index]]
    if (isOffered(kept)) return kept
    const page = listedPages.find(({ key }) => key === usual?.page)
    if (usual && isOffered(page)) return { name: usual.name, ...page }
    const other = metadata.pages.filter(({ appCode }) => appCode === firstApp)[index]
    return { ...(other ?? first), name: other?.name.slice(0, 20) ?? '' }
  }
  return {
    defaultApp: app.code ?? '',
    regionId: workspace['regionId'] ?? '',
    branchId: workspace['branchId'] ?? '',
    counterId: workspace['counterId'] ?? '',
    ...choiceOf('', isOffered(landing) ? landing : first),
    ...Object.assign(
      {},
      ...numbers.map((index) => ({
        [`name${index}`]: own(index).name,
        ...choiceOf(String(index), own(index)),
      })),
    ),
  }
}

function save(values: Values) {
  const all = values as Record<string, string>
  const pageOf = (key: string) => ({
    appCode: all[`app${key}`],
    moduleCode: all[`module${key}`],
    link: all[`link${key}`],
  })
  const { regionId, branchId, counterId } = values
  return keepSettings([
    { settingType: 'DefaultApp', value: { code: values.defaultApp || null } },
    {
      settingType: 'DefaultWorkspace',
      value: { regionId: regionId || null, branchId: branchId || null, counterId: counterId || null },
    },
    { settingType: 'LandingPage', value: pageOf('') },
    ...numbers.map((index) => ({
      settingType: 'ShortcutLink' as const,
      settingName: all[`name${index}`] ?? '',
      value: pageOf(String(index)),
      sortIndex: index,
    })),
  ])
}

function Fields({ metadata, structure }: Loaded) {
  const { texts } = useFormScope()
  return (
    <>
      <FieldGroup name="defaultApp">
        <F.Select name="defaultApp" choices={named(metadata.apps)} />
      </FieldGroup>
      <FieldGroup name="workspace">
        <Workspace structure={structure} />
      </FieldGroup>
      <FieldGroup name="landing">
        <PageFields at="" metadata={metadata} />
      </FieldGroup>
      {numbers.map((index) => (
        <FieldGroup key={index} name="shortcut" values={{ number: index + 1 }}>
          <F.Text name={`name${index}` as 'name0'} label={texts('fields.name')} />
          <PageFields at={String(index)} metadata={metadata} />
        </FieldGroup>
      ))}
    </>
  )
}

const named = (all: readonly { code: string; name: string }[]) =>
  all.map(({ code, name: label }) => ({ value: code, label }))

/** Region, branch and counter: a region narrows the branches, a branch the counters and takes its first. */
function Workspace({ structure }: { structure: CompanyStructure }) {
  const { form } = useFormScope()
  const { regionId, branchId } = form.getValues() as Values
  const regions = structure.children.filter(({ children }) => children.some((child) => child.type === 2))
  const inRegion = regions.find(({ id }) => id === regionId)
  const branches = branchesOf(structure).filter(
    ({ id, isOnlyView }) => !isOnlyView && (!inRegion || inRegion.children.some((child) => child.id === id)),
  )
  const counters = branches.find(({ id }) => id === branchId)?.children ?? []
  form.watch('regionId', ({ value }) => {
    const region = regions.find(({ id }) => id === value)
    const stays = region?.children.some(({ id }) => id === (form.getValues() as Values).branchId)
    const first = region?.children.find(({ isOnlyView }) => !isOnlyView)
    if (region && !stays) form.setFieldValue('branchId', first?.id ?? '')
  })
  form.watch('branchId', ({ value }) => {
    const branch = branchesOf(structure).find(({ id }) => id === value)
    form.setFieldValue('counterId', branch?.children[0]?.id ?? '')
  })
  return (
    <>
      <F.Select name="regionId" choices={regions} />
      <FieldRow>
        <F.Select name="branchId" choices={branches} />
        <F.Select name="counterId" choices={counters} />
      </FieldRow>
    </>
  )
}

/** App, module and page: an app takes its first module and page, a module its first page. */
function PageFields({ at, metadata }: { at: string; metadata: Offer }) {
  const { form, texts } = useFormScope()
  const values = form.getValues() as Record<string, string>
  const [app, module] = [values[`app${at}`], values[`module${at}`]]
  form.watch(`app${at}`, ({ value }) => {
    const choice = withApp(metadata, value as string)
    form.setFieldValue(`module${at}`, choice.moduleCode)
    form.setFieldValue(`link${at}`, choice.link)
  })
  form.watch(`module${at}`, ({ value }) => {
    const { [`app${at}`]: appCode = '' } = form.getValues() as Record<string, string>
    form.setFieldValue(`link${at}`, withModule(metadata, appCode, value as string).link)
  })
  const modules = metadata.modules.filter(({ appCode }) => appCode === app)
  const pages = metadata.pages.filter((page) => page.appCode === app && page.moduleCode === module)
  return (
    <FieldRow>
      <F.Select
        name={`app${at}` as 'app'}
        label={texts('fields.app')}
        choices={named(metadata.apps)}
        required
      />
      <F.Select
        name={`module${at}` as 'module'}
        label={texts('fields.module')}
        choices={named(modules)}
        required
      />
      <F.Select
        name={`link${at}` as 'link'}
        label={texts('fields.link')}
        choices={pages.map(({ link, name: label }) => ({ value: link, label }))}
        required
      />
    </FieldRow>
  )
}
