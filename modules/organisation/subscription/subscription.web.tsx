import { Switch, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { dateText } from '#kit/web/format.web.ts'
import { ErrorState, LoadingOverlay, PageHeader } from '#kit/web/parts.web.tsx'
import { messageOf } from '#kit/web/queries.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge } from '#kit/web/values.web.tsx'
import { appCodes } from '#modules/pages.domain.ts'
import { type CompanyModule, subscription } from './subscription.contract.ts'
import css from './subscription.module.css'

const api = bindContract(subscription)

export function SubscriptionPage() {
  const t = useTexts('organisation:subscription')
  const plan = useQuery(api.get.queryOptions())
  const modules = useQuery(api.modules.queryOptions())
  const failed = plan.error ?? modules.error
  const retry = () => void Promise.all([plan.refetch(), modules.refetch()])
  return (
    <div className={css.page}>
      <PageHeader
        title={t('title')}
        badge={
          plan.data && (
            <StatusBadge tone={plan.data.isExpiryDate ? 'stopped' : 'done'}>
              {t(plan.data.isExpiryDate ? 'expired' : 'active')}
            </StatusBadge>
          )
        }
      />
      {failed && <ErrorState message={messageOf(failed)} onRetry={retry} />}
      {!failed && (!plan.data || !modules.data) && <LoadingOverlay />}
      {plan.data && (
        <dl className={css.facts}>
          <div>
            <dt>{t('fields.plan')}</dt>
            <dd>{t(`plans.${plan.data.plan}`, { defaultValue: plan.data.plan })}</dd>
          </div>
          <div>
            <dt>{t('fields.expiryDate')}</dt>
            <dd className="agio-number">
              {plan.data.expiryDate ? dateText(plan.data.expiryDate) : t('never')}
            </dd>
          </div>
        </dl>
      )}
      {modules.data && <Modules modules={modules.data} />}
    </div>
  )
}

/** The modules of each app with their switches; each change is saved at once. */
function Modules({ modules }: { modules: readonly CompanyModule[] }) {
  const t = useTexts('organisation:subscription')
  const appName = useTexts('modules:apps')
  const moduleName = useTexts('modules:modules')
  const mayChange = useIsAllowed(api.updateModules)
  const change = useMutation({
    mutationFn: (row: CompanyModule) => api.updateModules.call({ modules: [row] }),
    onSuccess: (_, { isEnabled }) => snackbar.success(t(isEnabled ? 'said.enabled' : 'said.disabled')),
  })
  const apps = appCodes.map((app) => (
    <section key={app}>
      <Title order={2} fz={14} fw={600}>
        {appName(app)}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t(`about.${app}`)}
      </Text>
      {modules
        .filter(({ appCode }) => appCode === app)
        .map((row) => (
          <Switch
            key={row.moduleCode}
            className={css.module}
            label={moduleName(row.moduleCode)}
            checked={row.isEnabled}
            disabled={!mayChange || change.isPending}
            onChange={(event) => change.mutate({ ...row, isEnabled: event.currentTarget.checked })}
          />
        ))}
    </section>
  ))
  return <div className={css.apps}>{apps}</div>
}
