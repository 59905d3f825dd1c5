import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './run.ts'

const isRoot = process.getuid?.() === 0

// The popups of the address bar are pages of their own, drawn for every window though nobody sees one. Saying so replaces
// Playwright's own list, of which the rest is what journeys depend on.
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How the browser of the journeys is started; root has no sandbox to give it. */
export const chromiumArgs: readonly string[] = [
  '--headless',
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join(',')}`,
]

// The one without windows first: it takes a third less of the machine for the same journeys.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const usualPlaces = [
  ...['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) => names.map((name) => join(folder, name))),
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(process.env['HOME'] ?? '/', 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
]

interface Machine {
  /** As the environment variable PATH. */
  path?: string | undefined
  /** Where a browser lies that PATH does not name; Playwright's own by itself comes last. */
  places?: readonly string[]
  /** Tried one after the other until a browser starts. */
  installers?: readonly (() => void)[]
}

/**
 * A Chromium or Chrome that starts: CHROMIUM_PATH, one of PATH, one in a usual place, Playwright's own; otherwise one that
 * is installed now. Undefined, with one sentence on stderr, when none can be had.
 */
export function findChromium(machine: Machine = {}): string | undefined {
  const { path = process.env['PATH'] ?? '', places = [...usualPlaces, chromium.executablePath()] } = machine
  const given = process.env['CHROMIUM_PATH']
  if (given) return given
  const inPath = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const find = () => [...inPath, ...places].find(starts)
  let found = find()
  for (const install of found ? [] : (machine.installers ?? [installPlaywrights, installPackage])) {
    install()
    found ??= find()
    if (found) break
  }
  if (!found)
    process.stderr.write(
      'No Chromium or Chrome was found and none could be installed: install one, or set CHROMIUM_PATH to its program.\n',
    )
  return found
}

// A distribution may leave a script in its place that only asks to install something else: so it is run.
const starts = (program: string) =>
  existsSync(program) && spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0

const visibly = (program: string, ...args: string[]) =>
  spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

function installPlaywrights(): void {
  console.log('No Chromium here: fetching the one of Playwright.')
  visibly(process.execPath, join(root, 'node_modules/.bin/playwright'), 'install', '--no-shell', 'chromium')
}

function installPackage(): void {
  const asRoot = isRoot ? [] : ['sudo', '-n']
  const run = (...command: string[]) => {
    const [program = '', ...args] = [...asRoot, ...command]
    return visibly(program, ...args)
  }
  if (!existsSync('/usr/bin/apt-get')) return
  console.log('Still none that starts: asking apt-get for one.')
  if (run('apt-get', 'update', '--quiet'))
    run('apt-get', 'install', '--yes', '--quiet', 'chromium-headless-shell')
}
