// The page of a bench, as report makes it from the store.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {after, before, test} from 'node:test';

import {folder, launch, percent, rows, visit} from './browser.mjs';
import {test_every_page} from './every_page.mjs';

const bench = new URL('bench/', folder);
const file = fileURLToPath(new URL('report.html', bench));
const cells = JSON.parse(readFileSync(new URL('cells.json', folder)));
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test_every_page('bench', () => browser, file);

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('bench: results are the means of the store', () => visit(browser, file, {}, async (page) => {
  const found = await rows(page, '#results-table');
  const places = new Set(cells.map((cell) => [cell.dataset, cell.model, cell.method, cell.rho].join('\n')));
  assert.equal(found.length, places.size);
  for (const row of found) {
    const [method, dataset, model, rho, runs, accuracy, , f1] = row;
    const own = cells.filter((cell) => cell.method === method && cell.dataset === dataset && cell.model === model &&
        String(cell.rho) === rho);
    assert.equal(runs, String(own.length));
    assert.equal(accuracy.split(' ')[0], percent(mean(own.map((cell) => cell.test.accuracy))));
    assert.equal(f1.split(' ')[0], percent(mean(own.map((cell) => cell.test.macro_f1))));
  }
}));

test('bench: differences in the matrix of pairs are those of the store', () => visit(browser, file, {}, async (page) => {
  let pairs = 0, coloured = 0;
  for (const model of ['gcn', 'sage']) {
    const figure = page.locator(`svg[aria-labelledby=pairs-hostile-${model}-title]`);
    const text = await figure.textContent();
    const of = (method) => cells.filter((cell) => cell.model === model && cell.rho === 0.3 && cell.method === method);
    for (const [method, against] of [['graphsr', 'vanilla'], ['graphsr', 'su-selection'], ['su-selection', 'vanilla']]) {
      const others = new Map(of(against).map((cell) => [cell.seed, cell.test.accuracy]));
      const difference = mean(of(method).map((cell) => cell.test.accuracy - others.get(cell.seed)));
      const points = Math.abs(100 * difference).toFixed(1);
      assert.ok(text.includes(points), `${method} against ${against}, ${model}: ${points}`);
      ++pairs;
    }
    coloured += await figure.locator('.cell, .cell-worse').count();
  }
  assert.equal(pairs, 6);
  assert.ok(coloured > 0, 'over twelve seeds some differences are no chance');
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
  await controls.locator('select').nth(0).selectOption('vanilla');
  await controls.locator('select').nth(1).selectOption('gcn');
  const found = await rows(page, '#results-table');
  assert.equal(found.length, all.filter((row) => row[0] === 'vanilla' && row[2] === 'gcn').length);
  assert.ok(found.length > 0 && found.length < all.length);
  for (const row of found) assert.deepEqual([row[0], row[2]], ['vanilla', 'gcn']);
}));

test('bench: curves over rho, ranks and nodes added are drawn', () => visit(browser, file, {}, async (page) => {
  for (const id of ['rho', 'ranks', 'added', 'classes', 'headline'])
    assert.ok(await page.locator(`#${id} svg`).count() > 0, id);
}));
