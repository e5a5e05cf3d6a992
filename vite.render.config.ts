import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The pages as the server renders them (src/web/delivery/render.tsx): one program with all that it needs, so that the server runs without
// the packages of the build.

process.env['VITE_BUILT_IN'] = String(new Date().getFullYear())

export default defineConfig({
  plugins: [react()],
  // Where the packages look for the environment at run time, they would bring their slow variants for development along.
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  ssr: { noExternal: true },
  build: { ssr: 'src/web/delivery/render.tsx', outDir: 'dist/render', emptyOutDir: true },
})
