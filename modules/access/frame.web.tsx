import { NativeSelect, Title } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Brand } from '#kit/web/brand.web.tsx'
import { ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { switchLanguage } from '#kit/web/i18n.web.ts'
import { type Language, layout, offeredLanguages } from '#kit/web/layout.web.ts'
import css from './frame.module.css'

const year = new Date().getFullYear()

/** The page around sign-in, forgotten and new password: brand, language, the form, copyright. */
export function Frame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('access')
  const { language } = layout.use()
  return (
    <div className={css.page}>
      <title>{`${title} · Agio`}</title>
      <header className={css.top}>
        <Brand />
        <NativeSelect
          aria-label={t('language')}
          variant="unstyled"
          leftSection={<IconWorld size={18} stroke={1.75} aria-hidden />}
          value={language}
          onChange={(event) => void switchLanguage(event.currentTarget.value as Language)}
          data={offeredLanguages.map((value) => ({ value, label: t(`kit:languages.${value}`) }))}
        />
      </header>
      <main className={css.middle}>
        <div className={css.form}>
          <Title order={1} className={css.title}>
            {title}
          </Title>
          {children}
        </div>
      </main>
      <footer className={css.foot}>{t('copyright', { year })}</footer>
    </div>
  )
}

/** Why it did not work, above the fields. */
export const Trouble = ({ text }: { text: string }) => (
  <div className={css.trouble}>
    <ErrorBox>{text}</ErrorBox>
  </div>
)

/** The way to another of these pages, below the form. */
export const PageLink = ({ to, text }: { to: string; text: string }) => (
  <p className={css.links}>
    <TextLink to={to}>{text}</TextLink>
  </p>
)
