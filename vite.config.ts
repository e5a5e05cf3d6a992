import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brandPlugin } from './scripts/web-build/brand-plugin.ts'
import { prerenderPlugin } from './scripts/web-build/prerender-plugin.ts'
import { brand } from './src/shared/brand.ts'

const server = process.env['VITE_DEV_API'] ?? 'http://localhost:3000'

/** The calls live at the root of the origin (specification §7), so the dev server passes each of them on. */
const passedOn = [
  '/auth',
  '/account',
  '/avatars',
  '/tours',
  '/vehicles',
  '/create-checkout-session',
  '/checkout-session',
  '/refund',
  '/bookings',
  '/pay',
  '/card-sandbox',
  '/pincodes',
  '/enquiries',
  '/healthz',
  '/uploads',
]

// The prerendered footer and the program that takes it over must agree on the year.
process.env['VITE_BUILT_IN'] = String(new Date().getFullYear())

export default defineConfig({
  plugins: [brandPlugin(brand), react(), tailwindcss(), prerenderPlugin()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: 'hidden',
    // React in a file of its own: boot.ts starts the files one after the other, so that the page can answer between them.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] } } },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(passedOn.map((path) => [path, { target: server, changeOrigin: false }])),
  },
})
