import { Anchor, Button, type ButtonProps, Loader, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentPropsWithoutRef, type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CrumbTrail } from './crumbs.web.tsx'
import { useInFlight } from './api.web.ts'
import { useHeadingFocus } from './focus.web.ts'
import css from './parts.module.css'

interface PageHeaderProps {
  title: string
  /** A quiet word or number after the title, such as a count. */
  aside?: ReactNode
  /** A link back; the query parameters that were there are kept. */
  back?: { to: string; search?: Record<string, unknown> }
  badge?: ReactNode
  /** Acts at the right; the primary one last. */
  children?: ReactNode
}

const acts = { className: css.acts, 'data-acts': true }

/** The head of a page: back link, breadcrumbs, title, badge, acts. It names the browser's tab as well, and has the focus at first. */
export function PageHeader({ title, aside, back, badge, children }: PageHeaderProps) {
  const { t } = useTranslation('kit')
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  return (
    <header className={css.header}>
      <title>{`${title} · Agio`}</title>
      {back && (
        <Link to={back.to} search={back.search ?? true} className={css.back} aria-label={t('back')} data-back>
          <IconArrowLeft size={18} stroke={1.75} />
        </Link>
      )}
      <CrumbTrail />
      <Title ref={heading} order={1} tabIndex={-1} className={css.title}>
        {title}
      </Title>
      {aside !== undefined && <span className={css.aside}>{aside}</span>}
      {badge}
      {children && <div {...acts}>{children}</div>}
    </header>
  )
}

type BusyProps = ButtonProps & ComponentPropsWithoutRef<'button'> & { busy?: boolean }

const ignore = (event: MouseEvent) => event.preventDefault()

/** While `busy` it does nothing and says that it is disabled, but keeps the focus, which a disabled button would lose. */
export const BusyButton = ({ busy, disabled, onClick, ...rest }: BusyProps) => (
  <Button
    {...rest}
    disabled={disabled}
    data-disabled={(busy && !rest.loading) || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? ignore : onClick}
    renderRoot={(root) => <button {...root} disabled={disabled} />}
  />
)

/** A button that shows processing while any call is under way (or `busy`), and while `busy` cannot be pressed again. */
export function ProcessingButton(props: BusyProps) {
  const inFlight = useInFlight()
  return <BusyButton {...props} loading={!props.disabled && (props.busy || inFlight)} />
}

/** Covers its positioned parent while something is fetched that the eye must not act on. */
export function LoadingOverlay({ shown = true }: { shown?: boolean }) {
  const { t } = useTranslation('kit')
  if (!shown) return null
  return (
    <div className={css.overlay} role="status" aria-label={t('loading')}>
      <Loader size="sm" />
    </div>
  )
}

/** Nothing here: one sentence why, one act to fill it. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={css.state}>
      <Text c="dimmed">{text}</Text>
      {children}
    </div>
  )
}

/** Something could not be fetched: what happened, and trying again. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const { t } = useTranslation('kit')
  return (
    <div className={css.state} role="alert">
      <Text fw={500} className={css.lines}>
        {message}
      </Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

/** What went wrong, above what it is about. */
export function ErrorBox({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={css.error} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden />
      <div className={css.lines}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}

/** A link inside the application that looks like one. */
export function TextLink({
  to,
  onClick,
  children,
}: {
  to: string
  onClick?: () => void
  children: ReactNode
}) {
  return (
    <Anchor onClick={onClick} renderRoot={(props) => <Link to={to} {...props} />} inherit>
      {children}
    </Anchor>
  )
}
