import { createHash, randomBytes } from 'node:crypto'
import * as asn1 from 'asn1js'
import * as pkijs from 'pkijs'
import type { Services } from '#kit/server/context.server.ts'

const ids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  signedData: '1.2.840.113549.1.7.2',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  keyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  commonName: '2.5.4.3',
}
const patience = 20_000
const mostBytes = 65_536

/** Who says that a text was there, and when: RFC 3161. */
export interface Stamp {
  by: string
  at: string
}

/**
 * Asks the authority to stamp a text, with a nonce of its own so that no earlier answer serves; answers the reply as it came.
 * Throws where nothing comes, or something that does not stamp this text.
 */
export async function askStamp(
  { address, post }: NonNullable<Services['timestamp']>,
  text: string,
): Promise<Stamp & { reply: Buffer }> {
  const nonce = randomBytes(9)
  // A whole number that is positive and as long as it looks.
  nonce[0] = 1
  const answer = await post(address, {
    body: requestOf(text, nonce),
    headers: { 'content-type': 'application/timestamp-query', 'user-agent': 'Agio' },
    signal: AbortSignal.timeout(patience),
  })
  if (answer.statusCode !== 200) {
    answer.destroy()
    throw new Error(`It answers ${answer.statusCode}`)
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > mostBytes) throw new Error('Its answer is too long')
    parts.push(part)
  }
  const reply = Buffer.concat(parts)
  const { nonce: returned, ...stamp } = await readReply(reply, text)
  if (!returned?.equals(nonce)) throw new Error('It answers another request')
  return { ...stamp, reply }
}

/**
 * Who stamped a text and when, by a reply that was kept. The signature is right and made for time stamps; whether its certificate is
 * to be trusted is for whoever looks at it. Throws for a stamp of anything else.
 */
export async function readStamp(reply: Buffer, text: string): Promise<Stamp> {
  const { by, at } = await readReply(reply, text)
  return { by, at }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
const bytesOf = (value: asn1.OctetString | asn1.Integer) => Buffer.from(value.valueBlock.valueHexView)

function requestOf(text: string, nonce: Buffer): Buffer {
  const messageImprint = new pkijs.MessageImprint({
    hashAlgorithm: new pkijs.AlgorithmIdentifier({
      algorithmId: ids.sha256,
      algorithmParams: new asn1.Null(),
    }),
    hashedMessage: new asn1.OctetString({ valueHex: digestOf(text) }),
  })
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint,
    nonce: new asn1.Integer({ valueHex: nonce }),
    certReq: true,
  })
  return Buffer.from(request.toSchema().toBER())
}

async function readReply(reply: Buffer, text: string): Promise<Stamp & { nonce: Buffer | undefined }> {
  const { status, timeStampToken: token } = pkijs.TimeStampResp.fromBER(Uint8Array.from(reply))
  // Granted, or granted with changes.
  if (![0, 1].includes(status.status) || !token) throw new Error(`It refuses: ${status.status}`)
  if (token.contentType !== ids.signedData) throw new Error('It answers no token')
  const signed = new pkijs.SignedData({ schema: token.content })
  const { eContentType, eContent } = signed.encapContentInfo
  if (eContentType !== ids.tstInfo || !eContent) throw new Error('It answers no time stamp')
  const info = pkijs.TSTInfo.fromBER(eContent.getValue())
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  if (hashAlgorithm.algorithmId !== ids.sha256 || !bytesOf(hashedMessage).equals(digestOf(text)))
    throw new Error('It stamps something else')
  const { signatureVerified, signerCertificate } = await signed.verify({
    signer: 0,
    data: Uint8Array.from(Buffer.from(text)).buffer,
    extendedMode: true,
    checkChain: false,
  })
  if (!signatureVerified || !signerCertificate || !isForStamps(signerCertificate))
    throw new Error('Its signature is not right')
  return {
    by: nameOf(signerCertificate),
    at: info.genTime.toISOString(),
    nonce: info.nonce && bytesOf(info.nonce),
  }
}

const isForStamps = ({ extensions = [] }: pkijs.Certificate): boolean =>
  extensions.some(
    ({ extnID, parsedValue }) =>
      extnID === ids.keyUsage &&
      (parsedValue as pkijs.ExtKeyUsage | undefined)?.keyPurposes.includes(ids.timeStamping),
  )

/** Its common name, or else all that it is called. */
function nameOf({ subject: { typesAndValues: parts } }: pkijs.Certificate): string {
  const said = parts.filter(({ type }) => type === ids.commonName)
  const words = (said.length > 0 ? said : parts).map(({ value }) => value.valueBlock.value)
  return words.join(', ').slice(0, 200)
}
