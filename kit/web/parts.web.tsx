import { Anchor, Button, type ButtonProps, Loader, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useInFlight } from './api.web.ts'
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

/** The head of a page: back link, title, badge, acts. It names the browser's tab as well. */
export function PageHeader({ title, aside, back, badge, children }: PageHeaderProps) {
  const { t } = useTranslation('kit')
  return (
    <header className={css.header}>
      <title>{`${title} · Agio`}</title>
      {back && (
        <Link to={back.to} search={back.search ?? true} className={css.back} aria-label={t('back')}>
          <IconArrowLeft size={18} stroke={1.75} />
        </Link>
      )}
      <Title order={1} className={css.title}>
        {title}
      </Title>
      {aside !== undefined && <span className={css.aside}>{aside}</span>}
      {badge}
      {children && <div className={css.acts}>{children}</div>}
    </header>
  )
}

type ProcessingProps = ButtonProps & ComponentPropsWithoutRef<'button'> & { busy?: boolean }

/** A button that shows processing while any call is under way (or `busy`), and cannot be pressed twice. */
export function ProcessingButton({ busy, disabled, ...rest }: ProcessingProps) {
  const inFlight = useInFlight()
  return <Button {...rest} disabled={disabled} loading={!disabled && (busy || inFlight)} />
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
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor renderRoot={(props) => <Link to={to} {...props} />} inherit>
      {children}
    </Anchor>
  )
}
