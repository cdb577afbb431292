// What holds for every page, whatever it shows.
import assert from 'node:assert/strict';
import {statSync} from 'node:fs';
import {test} from 'node:test';

import {visit, violations} from './browser.mjs';

const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

export function test_every_page(name, browser, file) {
  test(`${name}: is below 2 MB`, () => assert.ok(statSync(file).size < 2_000_000, `${statSync(file).size} bytes`));

  for (const width of [360, 768, 1440])
    for (const scheme of ['light', 'dark'])
      test(`${name}: ${width} pixels wide, ${scheme}: nothing sticks out, nobody is shut out`, () =>
        visit(browser(), file, {width, scheme}, async (page) => {
          assert.ok(await sideways(page) <= 0, `it can be moved sideways by ${await sideways(page)} pixels`);
          assert.deepEqual(await violations(page), []);
        }));

  test(`${name}: every figure has a name and a description`, () =>
    visit(browser(), file, {}, async (page) => {
      const figures = await page.$$eval('svg', (found) => found.map((svg) => ({
        role: svg.getAttribute('role'),
        texts: ['aria-labelledby', 'aria-describedby'].map(
            (name) => document.getElementById(svg.getAttribute(name))?.textContent ?? ''),
      })));
      assert.ok(figures.length >= 4, `${figures.length} figures`);
      for (const figure of figures) {
        assert.equal(figure.role, 'img');
        for (const text of figure.texts) assert.ok(text.length > 3, JSON.stringify(figure));
      }
      const ids = await page.$$eval('[id]', (found) => found.map((element) => element.id));
      assert.equal(new Set(ids).size, ids.length, 'ids are unique');
    }));

  test(`${name}: names from the data stay text`, () =>
    visit(browser(), file, {}, async (page) => {
      const text = await page.textContent('main');
      assert.ok(text.includes('</script><img src=x onerror=alert(1)>'), 'the class is shown as it is called');
      assert.equal(await page.locator('img, iframe, object, embed, [onload], [onerror]').count(), 0);
      assert.equal(await page.locator('script').count(), 1);
    }));

  test(`${name}: shows everything without JavaScript`, async () => {
    const texts = [];
    for (const scripts of [true, false])
      await visit(browser(), file, {scripts}, async (page) => {
        const parts = await page.locator('main section, main svg, main table').all();
        for (const part of parts) {
          const box = await part.boundingBox();
          assert.ok(box && box.width > 50 && box.height > 20, await part.evaluate((e) => e.outerHTML.slice(0, 80)));
        }
        texts.push((await page.$$eval('main h2, main td, main th, main dd, main svg text',
            (found) => found.map((element) => element.textContent))).join('\n'));
        assert.equal(await page.locator('main input, main select').count() > 0, scripts);
      });
    assert.equal(texts[0], texts[1]);
  });

  test(`${name}: prints dark on white, without what only a screen needs`, () =>
    visit(browser(), file, {width: 794, scheme: 'dark', media: 'print'}, async (page) => {
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
      assert.equal(await page.locator('nav').isVisible(), false);
      assert.ok(await sideways(page) <= 0, 'it fits the paper');
    }));

  test(`${name}: can be made dark and light again by its reader`, () =>
    visit(browser(), file, {}, async (page) => {
      const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await colour();
      await page.click('.theme');
      assert.notEqual(await colour(), light);
      await page.click('.theme');
      assert.equal(await colour(), light);
    }));

  test(`${name}: every entry of the contents leads somewhere`, () =>
    visit(browser(), file, {}, async (page) => {
      const missing = await page.$$eval('nav a', (links) => links.map((link) => link.getAttribute('href'))
          .filter((href) => !document.querySelector(href)));
      assert.deepEqual(missing, []);
    }));
}
