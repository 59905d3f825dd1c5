import type { Command } from 'commander'
import { startSimulator } from '#apps/partner-simulator/simulator.ts'

/** `partner-simulator`: a partner that pays out, for trying what real ones do wrong; it runs until it is stopped. */
export function simulatorCommand(program: Command, say: (line: string) => void): void {
  program
    .command('partner-simulator')
    .description('runs a partner that pays out, with a store of its own, for trying what goes wrong')
    .requiredOption('--key <key>', 'the key of the partner, at least 32 characters')
    .option('--port <port>', 'where it listens on this machine', '4300')
    .option('--file <path>', 'where it keeps its orders; without it they are gone when it stops')
    .option(
      '--report-url <url>',
      'where it reports to: the address of this server and the path on the page of the provider',
    )
    .option('--balance <amount>', 'what it holds for the company at first', '0')
    .option('--fee <amount>', 'what it takes for an order', '0')
    .option('--rate <rate>', 'payout currency for one unit of what it settles in', '1')
    .option('--seed <text>', 'the same seed does the same wrong', '1')
    .option('--worst <share>', 'from 0, nothing, to 1: how much goes wrong', '0')
    .action(async (asked: Record<string, string>) => {
      const simulator = await startSimulator({
        key: asked['key'] ?? '',
        port: Number(asked['port']),
        balance: asked['balance'] ?? '0',
        fee: asked['fee'] ?? '0',
        rate: asked['rate'] ?? '1',
        seed: asked['seed'] ?? '1',
        worst: Number(asked['worst']),
        pays: 5000,
        ...(asked['file'] && { file: asked['file'] }),
        ...(asked['reportUrl'] && { reportUrl: asked['reportUrl'] }),
      })
      say(`The partner answers at ${simulator.url}`)
      await new Promise<void>((done) => {
        process.once('SIGINT', done)
        process.once('SIGTERM', done)
      })
      await simulator.stop()
    })
}
