import { expect, test } from 'vitest'
import { classesIn, criticalCss } from './critical-css.ts'

const keep = (css: string, ...classes: string[]) => criticalCss(css, new Set(classes))

test('keeps the rules of the classes that are there, and those that ask for none', () => {
  expect(keep('body{margin:0}.a{color:red}.b{color:blue}', 'a')).toBe('body{margin:0}.a{color:red}')
})

test('a list of selectors keeps those that can match', () => {
  expect(keep('.a,.b:is(.c,.d),h1{top:0}', 'a')).toBe('.a,h1{top:0}')
})

test('every class of a selector must be there; what :is and :not ask is left aside', () => {
  expect(keep('.a .b{top:0}.a:not(.c){top:1}.a:is(:where(.group):hover *){top:2}', 'a')).toBe(
    '.a:not(.c){top:1}.a:is(:where(.group):hover *){top:2}',
  )
})

test('escaped names are understood', () => {
  const css = String.raw`.sm\:p-4{top:0}.w-\[min\(24rem\,100vw\)\]{top:1}.h-1\.5{top:2}.x\:y{top:3}`
  expect(keep(css, 'sm:p-4', 'w-[min(24rem,100vw)]', 'h-1.5')).toBe(css.replace(String.raw`.x\:y{top:3}`, ''))
})

test('looks into conditions and layers, drops empty ones, keeps statements', () => {
  const css = '@layer base,utilities;@layer utilities{.a{top:0}.b{top:1}@media (min-width:4rem){.b{top:2}}}@supports (x:y){.b{top:3}}'
  expect(keep(css, 'a')).toBe('@layer base,utilities;@layer utilities{.a{top:0}}')
})

test('texts may hold braces', () => {
  expect(keep(`.b:before{content:"}"}.a:before{content:'{'}`, 'a')).toBe(`.a:before{content:'{'}`)
})

test('keeps the key frames that are used', () => {
  expect(keep('.a{animation:rise 1s}@keyframes rise{0%{top:0}}@keyframes fall{0%{top:1}}', 'a')).toBe(
    '.a{animation:rise 1s}@keyframes rise{0%{top:0}}',
  )
})

test('finds the classes in markup', () => {
  expect(classesIn('<p class="a sm:b"><i class="[&amp;&gt;b]:c"></i><b data-class="d"></b></p>')).toEqual(new Set(['a', 'sm:b', '[&>b]:c']))
})
