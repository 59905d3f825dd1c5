import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { corporateExports } from '../exports/exports.contract.ts'
import type { ListColumn } from '#kit/web/list/list-page.web.tsx'
import type { Fact } from '#kit/web/values.web.tsx'
import { corporates, type Customer, type CustomerRow } from '../profiles/profiles.contract.ts'
import { countryName } from '../profiles/fields.web.tsx'
import { lines, ProfileDetail } from '../profiles/profile-detail.web.tsx'
import { ProfileList } from '../profiles/profile-list.web.tsx'
import { Documents } from '../documents/documents.web.tsx'
import { Comments, InfoRequests } from '../notes/notes.web.tsx'
import { Stakeholders } from '../stakeholders/stakeholders.web.tsx'
import { ProfilePrint } from '../profiles/profile-print.web.tsx'

const api = bindContract(corporates)
const exportApi = bindContract(corporateExports).export
const texts = 'customers:corporates'
const home = '/customer/corporate'
const kind = { texts, api, home }

const columns: readonly ListColumn<CustomerRow>[] = [
  { key: 'name', width: 280 },
  { key: 'originalName', width: 150 },
  { key: 'registrationNumber', kind: 'code', width: 180 },
  { key: 'countryOfIncorporation', cell: countryName, width: 170 },
  { key: 'phone', kind: 'code', width: 150 },
  { key: 'address', width: 280, hidden: true },
]
const summary: readonly Fact<CustomerRow>[] = [
  { key: 'name' },
  { key: 'originalName' },
  { key: 'registrationNumber', kind: 'code' },
  { key: 'countryOfIncorporation', cell: countryName },
  { key: 'phone', kind: 'code' },
  { key: 'email' },
  { key: 'address' },
]

const groups: readonly { name: string; facts: readonly Fact<Customer>[] }[] = [
  {
    name: 'company',
    facts: [
      { key: 'originalName' },
      { key: 'registrationNumber', kind: 'code' },
      { key: 'countryOfIncorporation', cell: countryName },
      { key: 'dateOfIncorporation', kind: 'date' },
      { key: 'licenceNumber', kind: 'code' },
    ],
  },
  {
    name: 'contact',
    facts: [
      { key: 'phone', kind: 'code' },
      { key: 'email' },
      { key: 'website' },
      { key: 'contactPerson' },
      { key: 'registeredAddress', cell: lines },
      { key: 'businessAddress', cell: lines },
    ],
  },
  {
    name: 'business',
    facts: [{ key: 'natureOfBusiness' }, { key: 'taxNumber' }, { key: 'annualTurnover', kind: 'money' }],
  },
  {
    name: 'diligence',
    facts: [
      { key: 'purpose' },
      { key: 'sourceOfFunds' },
      { key: 'expectedActivity', cell: lines },
      { key: 'remarks', cell: lines },
    ],
  },
]

export const CorporateList = () => (
  <ProfileList
    {...kind}
    exports={exportApi}
    columns={columns}
    facts={summary}
    country="countryOfIncorporation"
  />
)

export function CorporateDetail() {
  const { id = '' } = useParams({ strict: false })
  return (
    <ProfileDetail {...kind} id={id} groups={groups}>
      {(row) => (
        <>
          <Stakeholders customer={row} />
          <Documents customer={row} />
          <InfoRequests customer={row} />
          <Comments customer={row} />
        </>
      )}
    </ProfileDetail>
  )
}

export function CorporatePrint() {
  const { id = '' } = useParams({ strict: false })
  return (
    <ProfilePrint {...kind} id={id} groups={groups}>
      {(row) => <Stakeholders customer={row} isPrinted />}
    </ProfilePrint>
  )
}
