import { useEffect } from 'react'
import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { createStore } from './store.web.ts'
import css from './snackbars.module.css'

interface Snackbar {
  id: number
  tone: 'success' | 'error'
  text: string
}

/** How long each kind stays, in milliseconds; the specification's. */
const stay = { success: 3000, error: 4500 } as const
const shown = createStore<readonly Snackbar[]>([])
let count = 0

const show = (tone: Snackbar['tone']) => (text: string) => {
  const others = shown.get().filter((one) => one.text !== text)
  shown.set([...others.slice(-2), { id: ++count, tone, text }])
}
const hide = (id: number) => shown.set(shown.get().filter((one) => one.id !== id))

/** Short messages at the foot of the screen: `snackbar.success(t('said.saved'))`, `snackbar.error(error.message)`. */
export const snackbar = { success: show('success'), error: show('error') }

export function Snackbars() {
  const list = shown.use()
  return (
    <div className={css.stack}>
      {list.map((one) => (
        <Bar key={one.id} {...one} />
      ))}
    </div>
  )
}

function Bar({ id, tone, text }: Snackbar) {
  const { t } = useTranslation('kit')
  useEffect(() => {
    const timer = setTimeout(() => hide(id), stay[tone])
    return () => clearTimeout(timer)
  }, [id, tone])
  const Icon = tone === 'error' ? IconAlertCircle : IconCircleCheck
  return (
    <div className={css.bar} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{text}</span>
      <button type="button" aria-label={t('close')} onClick={() => hide(id)}>
        <IconX size={16} stroke={1.75} />
      </button>
    </div>
  )
}
