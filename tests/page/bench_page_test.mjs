// The page of a bench, as report makes it from the store.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {after, before, test} from 'node:test';

import {folder, launch, percent, rows, visit} from './browser.mjs';
import {test_every_page} from './every_page.mjs';

const bench = new URL('bench/', folder);
const file = fileURLToPath(new URL('report.html', bench));
// What `bench --json` printed, straight from the store.
const {cells, summary, comparisons} = JSON.parse(readFileSync(new URL('bench.json', folder)));
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test_every_page('bench', () => browser, file);

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('bench: results are the means of the store', () => visit(browser, file, {}, async (page) => {
  const found = await rows(page, '#results-table');
  assert.equal(found.length, summary.length);
  for (const row of found) {
    const [method, dataset, model, rho, runs, accuracy, f1] = row;
    const own = cells.filter((cell) => cell.method === method && cell.dataset === dataset && cell.model === model &&
        String(cell.rho) === rho);
    assert.equal(runs, String(own.length));
    assert.equal(accuracy.split(' ')[0], percent(mean(own.map((cell) => cell.test.accuracy))));
    assert.equal(f1.split(' ')[0], percent(mean(own.map((cell) => cell.test.macro_f1))));
  }
}));

test('bench: differences in the matrix of pairs are those of the store', () => visit(browser, file, {}, async (page) => {
  const hints = await page.$$eval('#pairs svg title', (found) => found.map((title) => title.textContent));
  let coloured = 0;
  for (const comparison of comparisons) {
    const {method, against, model, rho} = comparison;
    if (rho !== 0.3) continue;
    const figure = await page.$eval(`svg[aria-labelledby=pairs-hostile-${model}-title]`, (svg) => svg.textContent);
    const points = Math.abs(100 * comparison.accuracy_difference.mean).toFixed(1);
    assert.ok(figure.includes(points), `${method} against ${against}: ${points}`);
    coloured += hints.some((hint) => hint.startsWith(`${method} against ${against}: `));
  }
  assert.ok(hints.length > 0 && coloured > 0);
}));

test('bench: results can be sorted and filtered', () => visit(browser, file, {}, async (page) => {
  const all = await rows(page, '#results-table');
  const head = page.locator('#results-table thead th').nth(5);
  for (const [order, sign] of [['descending', -1], ['ascending', 1]]) {
    await head.locator('button').click();
    assert.equal(await head.getAttribute('aria-sort'), order);
    const values = (await rows(page, '#results-table')).map((row) => Number(row[5].split(' ')[0]));
    assert.deepEqual(values, [...values].sort((a, b) => sign * (a - b)));
  }
  const controls = page.locator('#results .controls');
  await controls.getByLabel('method').first().selectOption('vanilla');
  await controls.getByLabel('model').first().selectOption('gcn');
  const found = await rows(page, '#results-table');
  assert.equal(found.length, all.filter((row) => row[0] === 'vanilla' && row[2] === 'gcn').length);
  assert.ok(found.length > 0 && found.length < all.length);
  for (const row of found) assert.deepEqual([row[0], row[2]], ['vanilla', 'gcn']);
}));

test('bench: curves over rho, ranks and nodes added are drawn', () => visit(browser, file, {}, async (page) => {
  for (const id of ['rho', 'ranks', 'added', 'classes', 'headline'])
    assert.ok(await page.locator(`#${id} svg`).count() > 0, id);
}));
