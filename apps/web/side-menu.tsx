import { Skeleton, UnstyledButton } from '@mantine/core'
import {
  type Icon,
  IconArrowLeft,
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
} from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { createElement, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { layout } from '#kit/web/layout.web.ts'
import { type Page, pageAt, type PageGroup } from '#modules/pages.domain.ts'
import { useMenu } from './menu.ts'
import { groupIcons, iconOf } from './menu-icons.ts'
import css from './side-menu.module.css'

/** The side menu: 220 px with its groups open below each other, or 56 px of icons whose entries fly out. */
export function SideMenu({ isDocked, takesFocus }: { isDocked: boolean; takesFocus: boolean }) {
  const { t } = useTranslation('shell')
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  // Both for one address only: going somewhere closes what flew out, and shows the menu that the page is in.
  const [open, setOpen] = useState({ group: '', at: '' })
  const [chosen, setChosen] = useState({ settings: false, at: '' })
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const close = (event: PointerEvent) => {
      if (!ref.current?.contains(event.target as Node)) setOpen({ group: '', at: '' })
    }
    addEventListener('pointerdown', close)
    return () => removeEventListener('pointerdown', close)
  }, [])

  const menu = useMenu(pathname)?.groups
  const isHere = menu !== undefined
  useEffect(() => {
    // Opened while its groups are still asked for, it takes the focus once they are here.
    if (takesFocus && isHere) ref.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [takesFocus, isHere])
  const here = pageAt(pathname)
  const main = menu?.filter(({ isSetting }) => !isSetting) ?? []
  const settings = menu?.filter(({ isSetting }) => isSetting) ?? []
  const wantsSettings = chosen.at === pathname ? chosen.settings : here?.group.isSetting === true
  const showsSettings = settings.length > 0 && (wantsSettings || main.length === 0)
  const flyout = open.at === pathname ? open.group : ''
  const Toggle = isDocked ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  const item = (group: PageGroup) => {
    const shared = { group, current: here?.page.key, isCurrent: here?.group.key === group.key }
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
  const turn = (to: boolean) => setChosen({ settings: to, at: pathname })
  return (
    <nav ref={ref} className={css.menu} data-docked={isDocked || undefined} aria-label={t('menu.label')}>
      <div className={css.groups}>
        {!menu && isDocked && <Skeleton h={160} />}
        {showsSettings && main.length > 0 && (
          <Line icon={IconArrowLeft} text={t('menu.back')} isDocked={isDocked} onClick={() => turn(false)} />
        )}
        {(showsSettings ? settings : main).map(item)}
      </div>
      <div className={css.footer}>
        {settings.length > 0 && !showsSettings && (
          <Line
            icon={IconSettings}
            text={t('menu.settings')}
            isDocked={isDocked}
            onClick={() => turn(true)}
          />
        )}
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

interface LineProps {
  icon: Icon
  text: string
  isDocked: boolean
  onClick: () => void
}

/** A line that turns the menu over: to the settings, and back. */
function Line({ icon: Sign, text, isDocked, onClick }: LineProps) {
  return (
    <UnstyledButton
      className={isDocked ? css.group : css.icon}
      aria-label={text}
      title={isDocked ? undefined : text}
      onClick={onClick}
    >
      <Sign {...iconOf} />
      {isDocked && <span>{text}</span>}
    </UnstyledButton>
  )
}

interface GroupProps {
  group: PageGroup
  /** The key of the open page. */
  current: string | undefined
  isCurrent: boolean
}

const iconFor = ({ key }: PageGroup) => createElement(groupIcons[key] ?? IconSettings, iconOf)

/** A group in the wide menu; one entry alone needs no heading. */
function DockedGroup({ group, current, isCurrent }: GroupProps) {
  const { t } = useTranslation('modules')
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isCurrent
  const id = useId()
  const [only, second] = group.pages
  if (only && !second) return <Entry page={only} icon={iconFor(group)} current={current} />
  return (
    <div>
      <UnstyledButton
        className={css.group}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
      >
        {iconFor(group)}
        <span>{t(`groups.${group.key}`)}</span>
        <IconChevronDown size={16} stroke={1.75} className={css.chevron} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={css.entries}>
          {group.pages.map((page) => (
            <Entry key={page.key} page={page} current={current} />
          ))}
        </div>
      )}
    </div>
  )
}

/** A group in the narrow menu: its icon, and its entries beside it with a way back. */
function FlyoutGroup(props: GroupProps & { isOpen: boolean; onToggle: (open: boolean) => void }) {
  const { group, current, isCurrent, isOpen, onToggle } = props
  const { t } = useTranslation('modules')
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const name = t(`groups.${group.key}`)
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
        {iconFor(group)}
      </UnstyledButton>
      {isOpen && (
        <div ref={panel} className={css.flyout}>
          <UnstyledButton className={css.back} onClick={back}>
            <IconArrowLeft size={16} stroke={1.75} aria-hidden />
            <span>{name}</span>
          </UnstyledButton>
          {group.pages.map((page) => (
            <Entry key={page.key} page={page} current={current} />
          ))}
        </div>
      )}
    </div>
  )
}

interface EntryProps {
  page: Page
  icon?: ReactNode
  current: string | undefined
}

function Entry({ page, icon, current }: EntryProps) {
  const { t } = useTranslation('modules')
  return (
    <Link
      to={page.link}
      className={css.entry}
      data-top={icon !== undefined || undefined}
      // By itself a link would also be current below its address: stock on the pages of counts.
      activeOptions={{ exact: true }}
      aria-current={current === page.key ? 'page' : undefined}
    >
      {icon}
      <span>{t(`pages.${page.key}`)}</span>
    </Link>
  )
}
