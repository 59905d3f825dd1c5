import {
  Button,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineColorsTuple,
  MantineProvider,
} from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { type Layout, layout } from './layout.web.ts'
import { takeTyped } from './select-keys.web.ts'
import './theme.css'

// Ten steps of even lightness (OKLCH) per hue; step 7 carries white text at 5.4 to 1 or better, step 4 reads on dark.
const ramp = (colours: string) => colours.split(' ').map((one) => `#${one}`) as unknown as MantineColorsTuple
const colors = {
  teal: ramp('f0fbfc def5f8 bfebf0 96dce4 67c5cf 3fabb7 1e8f9a 05747d 015d64 03464c'),
  indigo: ramp('f6f8ff ebefff d8dfff bfc9ff a0acff 828dfe 666bef 504fd5 3e3ab3 2e2c89'),
  green: ramp('f1fcf4 e2f6e6 c5edce 9ee0af 72cb8c 4ab26d 349456 247844 1e6036 184829'),
  yellow: ramp('fff7ec ffecd4 ffdaab fbc27b e9a546 ce891a ac7009 8b5b0c 6f480b 53360a'),
  red: ramp('fff6f4 ffeae8 ffd5d1 ffb9b2 fc928a f36660 db3d3e b92229 96181e 711518'),
  blue: ramp('f3f9ff e4f2ff c9e5ff a6d2ff 79b9fb 4a9eef 1782d9 0068ba 005297 003e74'),
  gray: ramp('f6f9fa edf1f2 dde2e4 c8cfd2 aeb6b9 929ca0 758186 5c686d 485358 343f44'),
  dark: ramp('e0eaee b6bfc4 949da1 6d767a 465155 323b3f 242c30 181f22 11171a 0a0f11'),
}

const theme = createTheme({
  colors,
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  black: '#1b2529',
  fontFamily: "'Inter Variable', var(--agio-han), system-ui, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.45', lg: '1.4', xl: '1.3' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  shadows: { md: '0 6px 24px rgb(10 25 30 / 14%)', lg: '0 12px 40px rgb(10 25 30 / 20%)' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.25rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.875rem' } },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      vars: (_, { size }) => ({
        root: size === 'sm' ? { '--button-height': '2.125rem', '--button-padding-x': '0.875rem' } : {},
      }),
    }),
    // Not `Modal.extend`: the first screen does without dialogs and lists.
    // What is chosen is taken back by its own button alone, never by choosing it once more.
    Select: { defaultProps: { onKeyDownCapture: takeTyped, allowDeselect: false } },
    Modal: {
      defaultProps: { closeOnClickOutside: false, transitionProps: { duration: 140 }, padding: 'xl' },
    },
  },
})

/** The colours whose meaning is fixed, for both schemes; every pair is at least 4.5 to 1. */
const resolver: CSSVariablesResolver = () => {
  const tones = { neutral: 'gray', waiting: 'blue', attention: 'yellow', done: 'green', stopped: 'red' }
  const tone = (background: (name: string) => string, text: number) =>
    Object.fromEntries(
      Object.entries(tones).flatMap(([name, colour]) => [
        [`--agio-${name}`, `var(--mantine-color-${colour}-${text})`],
        [`--agio-${name}-soft`, background(`var(--mantine-color-${colour}`)],
      ]),
    )
  return {
    variables: {},
    light: {
      ...tone((name) => `${name}-1)`, 8),
      '--mantine-color-dimmed': colors.gray[7],
      '--mantine-color-placeholder': colors.gray[6],
      '--mantine-color-error': colors.red[7],
      '--mantine-color-anchor': colors.teal[7],
      '--mantine-color-default-border': colors.gray[3],
      '--agio-line': colors.gray[2],
      '--agio-chrome': colors.gray[0],
      '--agio-hover': colors.gray[1],
      '--agio-chosen': colors.teal[1],
      '--agio-chosen-text': colors.teal[8],
      '--agio-buy': colors.teal[8],
      '--agio-sell': colors.indigo[7],
      '--agio-negative': colors.red[7],
    },
    dark: {
      ...tone((name) => `color-mix(in srgb, ${name}-6) 22%, transparent)`, 3),
      '--mantine-color-dimmed': colors.dark[2],
      '--mantine-color-placeholder': colors.dark[2],
      '--mantine-color-error': colors.red[4],
      '--mantine-color-anchor': colors.teal[4],
      '--mantine-color-default-border': colors.dark[4],
      '--agio-line': colors.dark[5],
      '--agio-chrome': colors.dark[8],
      '--agio-hover': colors.dark[6],
      '--agio-chosen': 'color-mix(in srgb, var(--mantine-color-teal-6) 26%, transparent)',
      '--agio-chosen-text': colors.teal[3],
      '--agio-buy': colors.teal[4],
      '--agio-sell': colors.indigo[3],
      '--agio-negative': colors.red[4],
    },
  }
}

const schemeOf: Record<Layout['theme'], MantineColorScheme> = {
  'mode-default': 'auto',
  'mode-light': 'light',
  'mode-dark': 'dark',
}
const themeOf: Record<MantineColorScheme, Layout['theme']> = {
  auto: 'mode-default',
  light: 'mode-light',
  dark: 'mode-dark',
}

const manager: MantineColorSchemeManager = {
  get: () => schemeOf[layout.get().theme],
  set(scheme) {
    if (themeOf[scheme] !== layout.get().theme) layout.change({ theme: themeOf[scheme] })
  },
  // Every change of the scheme goes through `set`: there is nothing else to tell.
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// Where the scroll lock under Mantine's dialogs looks for the nonce of its own style element.
Object.assign(globalThis, { __webpack_nonce__: nonce() })

/** Colours, type and sizes for everything below it. The scheme and the size of type follow the layout settings. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const { fontSize } = layout.use()
  useEffect(() => {
    document.documentElement.style.fontSize = `${fontSize * 100}%`
  }, [fontSize])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
    >
      {children}
    </MantineProvider>
  )
}
