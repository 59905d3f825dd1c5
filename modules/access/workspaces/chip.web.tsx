import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkspaceNode } from '#modules/organisation/structure/structure.contract.ts'
import { useCounterAsked } from '../ask-counter.web.ts'
import { companyStructure, currentWorkspace } from '../calls.web.ts'
import css from './workspaces.module.css'

const WorkspaceDialog = lazy(() =>
  import('./workspaces.web.tsx').then((m) => ({ default: m.WorkspaceDialog })),
)

/** The nodes from the company down to where the person works. */
function trail(node: WorkspaceNode, ids: readonly (string | null)[]): WorkspaceNode[] {
  const next = node.children.find((child) => ids.includes(child.id) || trail(child, ids).length > 1)
  return [node, ...(next ? trail(next, ids) : [])]
}

/** Where the person works, "Region / Branch / Counter", in the header; opens the choice. */
export function WorkspaceChip() {
  const { t } = useTranslation('access')
  const [isOpen, setOpen] = useState(false)
  const structure = useQuery(companyStructure)
  const current = useQuery(currentWorkspace)
  // What can only be done at a counter asks for one.
  useCounterAsked(() => setOpen(true))
  if (!structure.data || !current.data) return structure.isPending ? <Skeleton w={180} h={28} /> : null
  const { regionId, branchId, counterId } = current.data
  const [company, ...rest] = trail(structure.data, [regionId, branchId, counterId])
  const parts = rest.length > 0 ? rest : [company]
  return (
    <>
      <UnstyledButton className={css.chip} onClick={() => setOpen(true)} title={t('workspaces.switch')}>
        {parts.map((part, index) => (
          <span key={part?.id} className={css.part} data-last={index === parts.length - 1 || undefined}>
            {index > 0 && <span className={css.slash}>/</span>}
            <span className={css.partName}>{part?.name}</span>
          </span>
        ))}
        <IconChevronDown size={16} stroke={1.75} className={css.chevron} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <WorkspaceDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
