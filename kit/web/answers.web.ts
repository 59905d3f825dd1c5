/** A stored file with the name that the server gives it. */
export async function fileOf(response: Response) {
  const blob = await response.blob()
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  const name = encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/i.exec(header)?.[1] ?? 'file')
  return new File([blob], name, { type: blob.type })
}

/** Rows that travelled alone, with the paging of the header, as every other list answers them. */
export async function pageOf(response: Response) {
  const { pageNumber, ...rest } = JSON.parse(response.headers.get('x-pagination') ?? '{}') as Record<
    string,
    unknown
  >
  return { items: await response.json(), pagination: { ...rest, pageNum: pageNumber } }
}
