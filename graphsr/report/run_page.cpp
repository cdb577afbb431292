#include "graphsr/report/run_page.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graphsr/report/markup.h"

namespace graphsr {

namespace {

std::string method_of(const RunData& run) {
  return run.preset.empty() ? run.method : run.method + " (" + run.preset + ")";
}

std::string joined_names(const RunData& run, const std::vector<int32_t>& classes) {
  std::string out;
  for (const int32_t c : classes) out += (out.empty() ? "" : ", ") + run.class_names[c];
  return out.empty() ? "none" : out;
}

std::string summary_of(const RunData& run) {
  const Metrics* shown = run.shown();
  std::string out;
  if (!shown) {
    out = "No nodes were held out, so there are no figures.";
  } else {
    out = fmt::format("Macro-F1 is {} % and accuracy {} % on {} {} nodes", percent(shown->macro_f1),
                      percent(shown->accuracy), grouped(shown->count), run.test ? "test" : "validation");
    if (run.before)
      out += fmt::format("; without added nodes they were {} % and {} %", percent(run.before->macro_f1),
                         percent(run.before->accuracy));
    out += ".";
  }
  if (run.ledger.empty()) return out + " The method considered no candidates.";
  int64_t kept = 0, known = 0, right = 0;
  for (const LedgerEntry& c : run.ledger) {
    kept += c.kept;
    known += c.kept && c.truth >= 0;
    right += c.kept && c.truth == c.label;
  }
  out += fmt::format(" {} of {} candidates were kept", grouped(kept), grouped(std::ssize(run.ledger)));
  if (known > 0)
    out += fmt::format(", {} % of them with the right label",
                       percent(static_cast<double>(right) / static_cast<double>(known)));
  return out + ".";
}

int64_t count_role(const RunData& run, Role role) {
  return std::count_if(run.map.begin(), run.map.end(),
                       [&](const MapNode& node) { return node.role == role; });
}

std::string code(const std::string& text) { return "<code>" + escaped(text) + "</code>"; }

}  // namespace

Section run_card(const RunData& run) {
  std::vector<std::pair<std::string, std::string>> facts = {
      {"Data set", escaped(run.dataset)},
      {"Model", escaped(run.model) + (run.ensemble > 1 ? fmt::format(", {} networks", run.ensemble) : "")},
      {"Method", escaped(method_of(run))},
      {"Loss", escaped(run.loss)},
      {"Imbalance", "rho = " + short_number(run.rho)},
      {"Minority", escaped(joined_names(run, run.minority))},
      {"Split", fmt::format("protocol {}, seed {}", escaped(run.protocol), run.seed)},
      {"Nodes", fmt::format("{} labelled, {} validation, {} test, {} in the pool",
                            grouped(count_role(run, Role::train)), grouped(count_role(run, Role::validation)),
                            grouped(count_role(run, Role::test)), grouped(count_role(run, Role::pool)))}};
  if (!run.seconds.empty())
    facts.emplace_back("Time", fmt::format("{:.1f} s on {} thread{}", run.seconds[0].second, run.threads,
                                           run.threads == 1 ? "" : "s"));
  for (const auto& [name, value] : run.versions)
    if (name == "graphsr") facts.emplace_back("Version", "graphsr " + escaped(value));
  std::string body = facts_html(facts) + "<h3>Run it again</h3>\n<pre>" + escaped(run.again) + "</pre>\n";
  return {"run", "Run card",
          "What was run. The command below gives the same model and figures, byte for byte, on any number of "
          "threads.",
          body};
}

Section ledger(const RunData& run) {
  std::vector<const LedgerEntry*> rows;
  for (const LedgerEntry& c : run.ledger) rows.push_back(&c);
  // The best of every class, where not all have room.
  if (rows.size() > kMostLedgerRows) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const LedgerEntry* a, const LedgerEntry* b) { return a->rank < b->rank; });
    rows.resize(kMostLedgerRows);
  }
  Section section{
      "ledger", "Ledger of candidates",
      "Every node that was considered, why, and what became of it: its rank in the order of its class, "
      "its distance to the centre of the class, the teacher's confidence and the agent's probability "
      "of keeping it.",
      ""};
  if (rows.empty()) {
    section.body = "<p>The method considered no candidates.</p>\n";
    return section;
  }
  if (rows.size() < run.ledger.size())
    section.body = fmt::format(
        "<p>The {} that rank best in their class are shown; <code>augmented.csv</code> has all {}.</p>\n",
        grouped(std::ssize(rows)), grouped(std::ssize(run.ledger)));
  HtmlTable table{"ledger-table",
                  "Ledger of candidates",
                  "Search nodes and classes",
                  {{"node"},
                   {"pseudo-label", false, true},
                   {"decision", false, true},
                   {"truth", false, true},
                   {"rank", true},
                   {"distance", true},
                   {"confidence %", true},
                   {"keep %", true},
                   {"round", true}},
                  {}};
  for (const LedgerEntry* c : rows) {
    const std::string truth = c->truth < 0    ? "not known"
                              : c->is_wrong() ? run.class_names[c->truth]
                                              : "right";
    table.rows.push_back(
        {text_cell(c->node_id),
         text_cell(shortened(run.class_names[c->label], 120)),
         {c->kept ? "kept" : "<span class=\"muted\">refused</span>"},
         {c->is_wrong() ? "<span class=\"bad\">" + text_cell(shortened(truth, 120)).html + "</span>" : truth},
         {std::to_string(c->rank)},
         {fmt::format("{:.3f}", c->distance)},
         {percent(c->confidence)},
         {percent(c->keep_probability)},
         {c->kept ? std::to_string(c->round) : ""}});
  }
  if (rows.size() > 60)
    section.body += "<p class=\"only-print\">On paper only the first 60 rows are shown.</p>\n";
  section.body += in_tall_box(html_table(table));
  return section;
}

Section run_notes(const RunData& run) {
  std::string body;
  for (const std::string& note : run.notes) body += "<p>" + escaped(run.dataset + ": " + note) + "</p>\n";
  if (run.refitted)
    body += "<p>The model was trained once more with the validation labels among its own.</p>\n";
  if (!run.test && run.validation)
    body += "<p>The figures are of validation nodes, which also chose the epoch: they are optimistic.</p>\n";
  std::vector<std::pair<std::string, std::string>> facts;
  for (const auto& [name, value] : run.hashes) facts.emplace_back(name, code(value));
  for (const auto& [name, value] : run.versions) facts.emplace_back(name, escaped(value));
  for (const auto& [stage, seconds] : run.seconds)
    facts.emplace_back("seconds, " + stage, fmt::format("{:.2f}", seconds));
  body += facts_html(facts);
  std::vector<std::pair<std::string, std::string>> options;
  for (const auto& [name, value] : run.options) options.emplace_back("--" + name, code(value));
  body += "<details><summary>All options</summary>\n" + facts_html(options) + "</details>\n";
  body +=
      "<p>Beside this page lie the model (<code>model.safetensors</code>), every node's prediction "
      "(<code>predictions.csv</code>), the ledger (<code>augmented.csv</code>), the agent's updates "
      "(<code>history.csv</code>), the epochs (<code>epochs.csv</code>), the map (<code>map.csv</code>) and "
      "all "
      "figures (<code>metrics.json</code>).</p>\n";
  return {"notes", "Notes", "What is needed to check this run: hashes, versions, times and options.", body};
}

static Section before_reading_on(const RunData& run) {
  std::string body = "<ul>\n";
  for (const std::string& warning : run.warnings) body += "<li>" + escaped(warning) + ".</li>\n";
  return {"warnings", "Before you read on", "What the figures below do not show by themselves.",
          body + "</ul>\n"};
}

Page run_page(const RunData& run) {
  Page page;
  page.kind = "graphsr run";
  page.title = fmt::format("{} with {} on {}", method_of(run), run.model, run.dataset);
  page.summary = summary_of(run);
  page.sections.push_back(run_card(run));
  if (!run.warnings.empty()) page.sections.push_back(before_reading_on(run));
  if (run.shown()) {
    page.sections.push_back(headline(run, page));
    page.sections.push_back(per_class(run, page));
  }
  page.sections.push_back(added_nodes(run, page));
  page.sections.push_back(learning(run, page));
  page.sections.push_back(embedding_map(run, page));
  if (run.shown()) page.sections.push_back(confusions(run, page));
  page.sections.push_back(ledger(run));
  page.sections.push_back(run_notes(run));
  return page;
}

}  // namespace graphsr
