import { expect, test } from 'vitest'
import { type Session, testApp } from '#apps/server/test-app.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { baseRates } from '../base-rates/base-rates.contract.ts'
import { marginRates } from '../margin-rates/margin-rates.contract.ts'
import { effectiveRates } from './effective.contract.ts'

test('rates hold at once on every server, whoever has asked before', async () => {
  const app = await testApp({ rates: false })
  const second = await testApp({ beside: app })
  const treasury = await app.signIn('admin')
  const other = await second.signIn('admin')
  const all = (await treasury.call(companyCurrencies.list)).body
  const currencyId = all.find(({ code }) => code === 'EUR')?.id ?? ''
  const publish = (mid: string) =>
    treasury.call(baseRates.update, { rates: [{ currencyId, mid }], reason: 'A test' })
  const euro = async (who: Session) =>
    (await who.call(effectiveRates.getRates)).body.find(({ code }) => code === 'EUR')
  const both = async () => [(await euro(treasury))?.buy, (await euro(other))?.buy]
  const settle = (value: string) =>
    other.call(configuration.update, { settings: [{ key: 'RATE_PRECISION', customerType: 0, value }] })
  await settle('8')
  await publish('4.8')
  expect(await both()).toEqual(['4.8', '4.8'])
  const margin = { kind: 'absolute' as const, buy: '0.0123', sell: '0.01', currencyId }
  const { body } = await other.call(marginRates.create, margin)
  expect(await both()).toEqual(['4.7877', '4.7877'])
  await publish('4.81')
  expect(await both()).toEqual(['4.7977', '4.7977'])
  await settle('2')
  expect(await both()).toEqual(['4.8', '4.8'])
  await settle('8')
  await app.owner(`update rates.base_rate set mid = mid + 0.01`)
  expect(await both()).toEqual(['4.8077', '4.8077'])
  await treasury.call(marginRates.delete, { id: body.id })
  expect(await both()).toEqual(['4.82', '4.82'])
  await second.stop()
  await app.stop()
})
