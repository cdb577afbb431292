#include "graphsr/train/gnn_classifier.h"

#include <algorithm>
#include <iterator>

#include "graphsr/base/bytes.h"
#include "graphsr/model/layer_rows.h"

namespace graphsr {

namespace {

// A trained member as a part of a checkpoint.
std::string to_part(FittedNetwork& fitted) {
  ByteWriter out;
  out.value(fitted.report.best_epoch);
  out.list(fitted.report.epochs);
  for (const Param* param : fitted.network.params()) out.list(param->value.values());
  return out.take();
}

FittedNetwork from_part(std::string_view bytes, Network network) {
  ByteReader in(bytes, "the checkpoint");
  FittedNetwork fitted{std::move(network), {}};
  fitted.report.best_epoch = in.value<int>();
  in.list(fitted.report.epochs);
  std::vector<Real> values;
  for (Param* param : fitted.network.params()) {
    in.list(values);
    if (static_cast<int64_t>(values.size()) != param->value.size()) in.refuse();
    std::copy(values.begin(), values.end(), param->value.data());
  }
  return fitted;
}

}  // namespace

GnnClassifier::GnnClassifier(const ModelOptions& model, const TrainOptions& training, int classes,
                             std::shared_ptr<PredictionSpace> space)
    : model_(model), training_(training), classes_(classes), space_(std::move(space)) {
  check(training);
}

std::vector<FitReport> GnnClassifier::fit(const TrainingSet& set, const Examples& validation, Recipe& recipe,
                                          const FitContext& context) {
  const HalfRows* gathered = set.added ? nullptr : gathered_features(*set.graph, context.pool);
  const int most = context.networks > 0 ? context.networks : training_.ensemble;
  const auto members = static_cast<size_t>(std::min(most, training_.ensemble));
  std::vector<FittedNetwork> fitted(members);
  PartsProgress parts(context.progress, members);
  const auto fit_member = [&](int64_t m, Recipe& own_recipe) {
    const std::string name = "member " + std::to_string(m);
    FitContext own = m == 0 ? context : context.reseeded(name);
    own.progress = parts.part(static_cast<size_t>(m));
    own.place += name;
    own.gathered = gathered;
    if (context.checkpoint)
      if (const auto saved = context.checkpoint->load(own.place)) {
        const int64_t features = set.graph->features.cols();
        fitted[m] = from_part(*saved, make_network(model_, features, classes_, own.seed));
        report(own.progress, "", 1, "read from the checkpoint");
        return;
      }
    fitted[m] = fit_network(model_, training_, classes_, set, validation, own_recipe, own);
    if (context.checkpoint) context.checkpoint->save(own.place, to_part(fitted[m]));
  };
  if (members == 1)  // on all threads
    fit_member(0, recipe);
  else
    context.pool.for_blocks(std::ssize(fitted), 1,
                            [&](int64_t m, int64_t) { fit_member(m, *recipe.fresh()); });
  ensemble_ = {{}, training_.smooth};
  std::vector<FitReport> reports;
  for (FittedNetwork& member : fitted) {
    ensemble_.members.push_back(std::move(member.network));
    reports.push_back(std::move(member.report));
  }
  return reports;
}

const HalfRows* GnnClassifier::gathered_features(const Graph& graph, ThreadPool& pool) const {
  const Conv& conv = conv_of(model_);
  const bool shared = space_ && space_->is_for(graph, conv) && conv.only_sums() &&
                      PredictionSpace::gathers_first(graph, model_.width);
  return shared ? &space_->gathered_features(conv.messages(graph.edges), pool) : nullptr;
}

Prediction GnnClassifier::predict(const Graph& graph, std::span<const int32_t> nodes,
                                  ThreadPool& pool) const {
  gathered_features(graph, pool);
  return graphsr::predict(ensemble_, graph, nodes, pool, true, space_.get());
}

Matrix GnnClassifier::probabilities(const Graph& graph, std::span<const int32_t> nodes,
                                    ThreadPool& pool) const {
  gathered_features(graph, pool);
  return graphsr::predict(ensemble_, graph, nodes, pool, false, space_.get()).probability;
}

Matrix GnnClassifier::embedding(const Graph& graph, std::span<const int32_t> nodes, ThreadPool& pool) const {
  const Network& first = ensemble_.members.front();
  if (graph.nodes() > kManyRows) {
    gathered_features(graph, pool);
    return std::move(
        graphsr::predict(std::span(&first, 1), graph, nodes, pool, true, space_.get()).front().embedding);
  }
  // All at once, so that its last bits do not depend on which nodes are asked for.
  return gathered(graphsr::predict(first, graph, all_nodes(graph), pool).embedding, nodes);
}

std::vector<Matrix> all_probabilities(std::span<const std::unique_ptr<Classifier>> classifiers,
                                      const Graph& graph, ThreadPool& pool) {
  std::vector<const Ensemble*> ensembles;
  for (const auto& classifier : classifiers)
    if (const auto* own = dynamic_cast<const GnnClassifier*>(classifier.get()))
      ensembles.push_back(&own->ensemble());
  if (!ensembles.empty() && ensembles.size() == classifiers.size()) {
    const auto& first = static_cast<const GnnClassifier&>(*classifiers.front());
    return joint_probabilities(ensembles, graph, pool, first.space());
  }
  std::vector<Matrix> each;
  for (const auto& classifier : classifiers) each.push_back(all_probabilities(*classifier, graph, pool));
  return each;
}

MakeClassifier gnn_classifiers(const ModelOptions& model, const TrainOptions& training, int classes,
                               std::shared_ptr<PredictionSpace> space) {
  return [=] { return std::make_unique<GnnClassifier>(model, training, classes, space); };
}

}  // namespace graphsr
