import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The API server of `npm start`, for `vite` on its own while screens are being made.
const server = `http://localhost:${process.env.AGIO_PORT ?? 4000}`

export default defineConfig({
  root: 'apps/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
})
