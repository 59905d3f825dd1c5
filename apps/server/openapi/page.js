// Runs on the page of the API's description: shows the document with the session that this browser has in Agio.
const accessToken = () => {
  try {
    return JSON.parse(localStorage.getItem('credentials') ?? '{}').userInfo?.accessToken
  } catch {
    return undefined
  }
}

globalThis.SwaggerUIBundle({
  url: '/api/docs/json',
  dom_id: '#docs',
  docExpansion: 'none',
  filter: true,
  deepLinking: true,
  validatorUrl: null,
  showExtensions: true,
  requestInterceptor: (request) => {
    const token = accessToken()
    const isOurs = new URL(request.url, location.href).origin === location.origin
    if (token && isOurs) request.headers.authorization ??= `Bearer ${token}`
    return request
  },
  responseInterceptor: (response) => {
    if (response.url.endsWith('/api/docs/json') && response.status === 401)
      document.querySelector('#hint').hidden = false
    return response
  },
})
