import { Alert, Button, Group, Menu, Modal, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { messageOf } from '#kit/web/failures.web.ts'
import { languageTag } from '#kit/web/i18n.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type StartingLoad, startingCharts } from './starting.contract.ts'
import { isNothing, startingCountries, type StartingCountry } from './starting.domain.ts'

const api = bindContract(startingCharts)
const place = 'ledger:chart'

const nameOf = (country: StartingCountry) =>
  new Intl.DisplayNames([languageTag()], { type: 'region' }).of(country) ?? country

/** Proposes the chart of the company's country while nothing is posted: what it adds, and one click that adds it. */
export function StartingChartOffer() {
  const texts = useTexts(place)
  const { canCreate } = usePermissionFlags({ create: api.load })
  const { data } = useQuery({ ...api.offer.queryOptions(), enabled: canCreate })
  const load = useMutation({
    mutationFn: (country: StartingCountry) => api.load.call({ country, isTrial: false }),
    onSuccess: () => snackbar.success(texts('starting.loaded')),
  })
  if (!canCreate || !data?.offer) return null
  const { country, found } = data.offer
  return (
    <Alert role="region" title={texts('starting.title', { country: nameOf(country) })}>
      <Text>
        {texts('starting.offer')}{' '}
        {texts('starting.would', {
          groups: found.groups.length,
          added: found.added.length,
          changed: found.changed.length,
        })}
      </Text>
      {load.error && <ErrorBox>{messageOf(load.error)}</ErrorBox>}
      <ProcessingButton mt={8} busy={load.isPending} onClick={() => load.mutate(country)}>
        {texts('starting.load')}
      </ProcessingButton>
    </Alert>
  )
}

/** What a country adds to the chart: first what that would be, then the same for good. */
export function StartingChartButton() {
  const texts = useTexts(place)
  const [country, setCountry] = useState<StartingCountry>()
  const { canCreate } = usePermissionFlags({ create: api.load })
  const load = useMutation({
    mutationFn: (ask: { country: StartingCountry; isTrial: boolean }) => api.load.call(ask),
    onSuccess: (_, { isTrial }) => {
      if (isTrial) return
      snackbar.success(texts('starting.loaded'))
      setCountry(undefined)
    },
  })
  if (!canCreate) return null
  const choose = (one: StartingCountry) => {
    setCountry(one)
    load.mutate({ country: one, isTrial: true })
  }
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default">{texts('starting.button')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {startingCountries.map((one) => (
            <Menu.Item key={one} onClick={() => choose(one)}>
              {nameOf(one)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {country && (load.data ?? load.error) && (
        <Modal
          opened
          centered
          size="lg"
          title={texts('starting.title', { country: nameOf(country) })}
          closeButtonProps={{ 'aria-label': texts('close') }}
          onClose={() => setCountry(undefined)}
        >
          {load.error && <ErrorBox>{messageOf(load.error)}</ErrorBox>}
          {load.data && <Outcome found={load.data} />}
          <Group justify="flex-end" mt={16}>
            <ProcessingButton
              busy={load.isPending}
              disabled={!load.data || isNothing(load.data)}
              onClick={() => load.mutate({ country, isTrial: false })}
            >
              {texts('starting.load')}
            </ProcessingButton>
          </Group>
        </Modal>
      )}
    </>
  )
}

function Outcome({ found }: { found: StartingLoad }) {
  const texts = useTexts(place)
  if (isNothing(found)) return <Alert role="status">{texts('starting.nothing')}</Alert>
  const { groups, added, changed, kept } = found
  return (
    <>
      <Alert role="status">
        {texts('starting.would', { groups: groups.length, added: added.length, changed: changed.length })}
      </Alert>
      <Lines
        texts={place}
        label={texts('starting.added')}
        rows={added}
        rowKey={({ code }) => code}
        columns={[{ key: 'code', isHead: true }, { key: 'name' }]}
      />
      {kept.length > 0 && (
        <>
          <Alert color="yellow">{texts('starting.kept')}</Alert>
          <Lines
            texts={place}
            label={texts('starting.kept')}
            rows={kept}
            rowKey={({ code }) => code}
            columns={[{ key: 'code', isHead: true }, { key: 'name' }, { key: 'wanted' }]}
          />
        </>
      )}
    </>
  )
}
