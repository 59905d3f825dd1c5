import { UnstyledButton } from '@mantine/core'
import {
  IconArrowLeft,
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { layout } from '#kit/web/layout.web.ts'
import { menu, type MenuGroup } from './menu.ts'
import css from './side-menu.module.css'

const iconOf = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The side menu: 220 px with its groups open below each other, or 56 px of icons whose entries fly out. */
export function SideMenu({ isDocked }: { isDocked: boolean }) {
  const { t } = useTranslation('shell')
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  // Open for one address only: going somewhere closes it.
  const [open, setOpen] = useState({ group: '', at: '' })
  const flyout = open.at === pathname ? open.group : ''
  const ref = useRef<HTMLElement>(null)
  const groups = menu()
  useEffect(() => {
    const close = (event: PointerEvent) => {
      if (!ref.current?.contains(event.target as Node)) setOpen({ group: '', at: '' })
    }
    addEventListener('pointerdown', close)
    return () => removeEventListener('pointerdown', close)
  }, [])

  const Toggle = isDocked ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  const item = (group: MenuGroup) => {
    const shared = { group, pathname, isCurrent: group.entries.some((entry) => isAt(pathname, entry.path)) }
    return isDocked ? (
      <DockedGroup key={group.key} {...shared} />
    ) : (
      <FlyoutGroup
        key={group.key}
        {...shared}
        isOpen={flyout === group.key}
        onToggle={(isOpen) => setOpen({ group: isOpen ? group.key : '', at: pathname })}
      />
    )
  }
  return (
    <nav ref={ref} className={css.menu} data-docked={isDocked || undefined} aria-label={t('menu.label')}>
      <div className={css.groups}>{groups.filter(({ footer }) => !footer).map(item)}</div>
      <div className={css.footer}>
        {groups.filter(({ footer }) => footer).map(item)}
        <UnstyledButton
          className={css.toggle}
          aria-label={t(isDocked ? 'menu.collapse' : 'menu.expand')}
          title={t(isDocked ? 'menu.collapse' : 'menu.expand')}
          onClick={() =>
            layout.change({ expandMenuDocked: !isDocked, menu: isDocked ? 'menu-flyout' : 'menu-docked' })
          }
        >
          <Toggle {...iconOf} />
        </UnstyledButton>
      </div>
    </nav>
  )
}

const isAt = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

interface GroupProps {
  group: MenuGroup
  pathname: string
  isCurrent: boolean
}

/** A group in the wide menu; one entry alone needs no heading. */
function DockedGroup({ group, pathname, isCurrent }: GroupProps) {
  const { t } = useTranslation('shell')
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isCurrent
  const id = useId()
  const [only, second] = group.entries
  if (only && !second) return <Entry entry={only} icon={only.menu.icon ?? group.icon} pathname={pathname} />
  return (
    <div>
      <UnstyledButton
        className={css.group}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
      >
        <group.icon {...iconOf} />
        <span>{t(`menu.groups.${group.key}`)}</span>
        <IconChevronDown size={16} stroke={1.75} className={css.chevron} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={css.entries}>
          {group.entries.map((entry) => (
            <Entry key={entry.path} entry={entry} pathname={pathname} />
          ))}
        </div>
      )}
    </div>
  )
}

/** A group in the narrow menu: its icon, and its entries beside it with a way back. */
function FlyoutGroup(props: GroupProps & { isOpen: boolean; onToggle: (open: boolean) => void }) {
  const { group, pathname, isCurrent, isOpen, onToggle } = props
  const { t } = useTranslation('shell')
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const name = t(`menu.groups.${group.key}`)
  useEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>('a')?.focus()
  }, [isOpen])
  const back = () => {
    onToggle(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) back()
  }
  return (
    <div className={css.rail} onKeyDown={onKeyDown}>
      <UnstyledButton
        ref={button}
        className={css.icon}
        aria-label={name}
        title={name}
        aria-expanded={isOpen}
        data-current={isCurrent || undefined}
        onClick={() => onToggle(!isOpen)}
      >
        <group.icon {...iconOf} />
      </UnstyledButton>
      {isOpen && (
        <div ref={panel} className={css.flyout}>
          <UnstyledButton className={css.back} onClick={back}>
            <IconArrowLeft size={16} stroke={1.75} aria-hidden />
            <span>{name}</span>
          </UnstyledButton>
          {group.entries.map((entry) => (
            <Entry key={entry.path} entry={entry} pathname={pathname} />
          ))}
        </div>
      )}
    </div>
  )
}

interface EntryProps {
  entry: MenuGroup['entries'][number]
  icon?: MenuGroup['icon']
  pathname: string
}

function Entry({ entry, icon: Icon, pathname }: EntryProps) {
  const { t } = useTranslation('shell')
  const isCurrent = isAt(pathname, entry.path)
  return (
    <Link
      to={entry.path}
      className={css.entry}
      data-top={Icon && true}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {Icon && <Icon {...iconOf} />}
      <span>{t(`menu.${entry.menu.key}`)}</span>
    </Link>
  )
}
