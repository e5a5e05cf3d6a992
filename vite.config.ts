import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env['VITE_DEV_API'] ?? 'http://localhost:3000'

/** The calls live at the root of the origin (specification §7), so the dev server passes each of them on. */
const passedOn = [
  '/auth',
  '/tours',
  '/vehicles',
  '/create-checkout-session',
  '/checkout-session',
  '/refund',
  '/bookings',
  '/pay',
  '/card-sandbox',
  '/pincodes',
  '/healthz',
  '/uploads',
]

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { outDir: 'dist/web', emptyOutDir: true, sourcemap: 'hidden' },
  server: {
    port: 5173,
    proxy: Object.fromEntries(passedOn.map((path) => [path, { target: server, changeOrigin: false }])),
  },
})
