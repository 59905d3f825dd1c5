import { Button, Modal, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { IconBuilding, IconEye } from '@tabler/icons-react'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { can } from '#kit/web/api.web.ts'
import { warn } from '#kit/web/dialogs.web.tsx'
import { leaveFor } from '#kit/web/form/leave.web.ts'
import { useFocusBack } from '#kit/web/focus.web.ts'
import { ErrorState, LoadingOverlay, TextLink } from '#kit/web/parts.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import type { WorkspaceNode } from '#modules/organisation/structure/structure.contract.ts'
import { branchesOf, workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { companyStructure, currentWorkspace, switchWorkspace } from '../calls.web.ts'
import css from './workspaces.module.css'

/** The choice after sign-in, which is outside the shell. */
export const WorkspaceChoice = ({ onClose }: { onClose: () => void }) => (
  <QueryClientProvider client={queryClient}>
    <WorkspaceDialog atSignIn onClose={onClose} />
  </QueryClientProvider>
)

interface WorkspaceDialogProps {
  /** Opened by signing in: a teller must choose; who works for more than one counter may close it. */
  atSignIn?: boolean
  onClose: () => void
}

/** Select Working Space: branches as cards, each with its counters. Choosing a counter switches to it. */
export function WorkspaceDialog({ atSignIn, onClose }: WorkspaceDialogProps) {
  const { t } = useTranslation('access')
  const navigate = useNavigate()
  useFocusBack()
  const structure = useQuery({ ...companyStructure, staleTime: 0 })
  const current = useQuery(currentWorkspace)
  const change = useMutation({
    // What is half done on the page belongs to the place before: it is asked about first.
    mutationFn: (counter: WorkspaceNode) =>
      leaveFor(async () => {
        await switchWorkspace(workspaceTypes.Counter, counter.id)
        onClose()
        if (!atSignIn) await navigate({ to: '/' })
      }),
  })
  const branches = structure.data ? branchesOf(structure.data) : []
  // Until it is known who must choose, nobody may leave.
  const isFree = current.data !== undefined && current.data.type !== workspaceTypes.Counter
  const mayClose = !atSignIn || isFree || (structure.isSuccess && branches.length === 0)
  const choose = (counter: WorkspaceNode) =>
    counter.id === current.data?.counterId ? onClose() : change.mutate(counter)

  return (
    <Modal
      opened
      centered
      size={760}
      title={t('workspaces.title')}
      onClose={mayClose ? onClose : () => {}}
      withCloseButton={mayClose}
      closeButtonProps={{ 'aria-label': t('kit:close') }}
    >
      <div className={css.list}>
        <LoadingOverlay shown={change.isPending} />
        {structure.isPending && <Skeleton h={120} />}
        {structure.error && (
          <ErrorState message={messageOf(structure.error)} onRetry={() => void structure.refetch()} />
        )}
        {structure.data && branches.length === 0 && <NoBranches onLeave={onClose} />}
        {branches.map((branch) => (
          <BranchCard
            key={branch.id}
            branch={branch}
            isActive={branch.id === current.data?.branchId}
            activeCounter={current.data?.counterId ?? null}
            onChoose={choose}
          />
        ))}
      </div>
    </Modal>
  )
}

interface BranchCardProps {
  branch: WorkspaceNode
  isActive: boolean
  activeCounter: string | null
  onChoose: (counter: WorkspaceNode) => void
}

function BranchCard({ branch, isActive, activeCounter, onChoose }: BranchCardProps) {
  const { t } = useTranslation('access')
  return (
    <section className={css.card} data-active={isActive || undefined} aria-label={branch.name}>
      <UnstyledButton
        className={css.branch}
        disabled={branch.isOnlyView}
        onClick={() => void warn({ message: t('workspaces.needCounter') })}
      >
        <IconBuilding size={18} stroke={1.75} aria-hidden />
        <Title order={3}>{branch.name}</Title>
        {branch.isOnlyView && (
          <span className={css.viewOnly}>
            <IconEye size={16} stroke={1.75} aria-hidden /> {t('workspaces.viewOnly')}
          </span>
        )}
      </UnstyledButton>
      <div className={css.counters}>
        {branch.children.map((counter) => {
          const isCurrent = counter.id === activeCounter
          return (
            <Button
              key={counter.id}
              size="sm"
              variant={isCurrent ? 'filled' : 'default'}
              aria-pressed={isCurrent}
              disabled={branch.isOnlyView || counter.isOnlyView}
              onClick={() => onChoose(counter)}
            >
              {counter.name}
            </Button>
          )
        })}
        {branch.children.length === 0 && <Text c="dimmed">{t('workspaces.noCounters')}</Text>}
      </div>
    </section>
  )
}

/** Nothing to choose: somebody without any workspace, or one who may make the first branch. */
function NoBranches({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('access')
  if (!can('manage_branches')) return <Text>{t('workspaces.none')}</Text>
  return (
    <Text>
      {t('workspaces.noBranches')}{' '}
      <TextLink to="/account-management/branch" onClick={onLeave}>
        {t('workspaces.createBranch')}
      </TextLink>
    </Text>
  )
}
