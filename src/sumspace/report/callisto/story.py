"""The story that the page of CALLISTO tells: its chapters in order, what there is to see and how to read it."""

from __future__ import annotations

from sumspace.studies.study import Chapter

__all__ = ["OPENING", "STORY", "TITLE"]

TITLE = "Does learning choose the better summary?"
OPENING = (
    "CALLISTO makes a summary with a segmenter, an extractor of key phrases and a few parameters, and learns from a "
    "text's features which combination will summarize it best. This study makes all of these summaries, lets every "
    "version of the learner choose, and says what the choice is worth."
)
_METHOD = (
    "Every text is summarized with every configuration, and every summary is scored (section 5.3). Texts are divided "
    "into parts; a version learns from all parts but one and chooses for the texts of that one, which it has not seen. "
    "Learners with <strong>classes</strong> see scores divided into K classes by k-means and predict the class of "
    "every configuration (section 2.1); of those expected in the best class one is taken at random, or the one that "
    "the learner is surest of (section 6.1). Others predict scores. A <strong>share</strong> is what the chosen "
    "summary scores, by F-score where the measure has one, over the highest that any configuration reaches on that "
    "text, with as many sentences where the length is given; shares are averaged over lengths, then over texts "
    "(section 6.2, note 11). The <strong>lead</strong> is the first sentences of a text, averaged over the same "
    "lengths (section 5.4). Texts on which no configuration scores anything are left out."
)
STORY = (
    Chapter(
        "What each learner reaches",
        "100 % would be the best configuration for every text. K was set to 5 beforehand, as CALLISTO had it at DUC "
        "2001 and 2002 (section 2.1), or to the nearest number that was tried. Bars in the figure are as long as the "
        "smallest significant difference: where two do not meet, the versions differ by more than chance. "
        "Accuracy says how often the learner predicts the right class; the paper found that a learner may be less "
        "accurate on the whole and still choose better summaries (section 6.3).",
        ("learners",), "learners",
    ),
    Chapter(
        "How many classes",
        "Figure 3 of the paper: every dot is one version. Solid lines choose what the learner is surest of, dashed "
        "ones choose at random from the best class. Level lines are the lead and learners that need no classes. In "
        "the paper no version beat the lead, and naive Bayes did better than the decision tree (section 6.3).",
        ("figure_3",), "figure-3",
    ),
    Chapter(
        "The score to beat",
        "The first sentences of a news report tell most of it, so that the lead is hard to beat there; in other kinds "
        "of text less so (section 5.4).",
        ("lead",),
    ),
    Chapter(
        "Which tools win",
        "The best configuration of each text has some segmenter and some extractor of key phrases (section 7, table "
        "1). If one combination won everywhere, there would be nothing to learn; that most of them win somewhere is "
        "what CALLISTO is built on. The paper counts a text for one combination only.",
        ("table_1",), "table-1",
    ),
    Chapter(
        "Is the difference real?",
        "Some texts are easy for all versions. The analysis of variance takes that out, and asks what is left to "
        "the versions and what to chance (section 5.5). Fisher's smallest significant difference is for two versions "
        "named beforehand; among many some pairs exceed it by chance. Tukey's holds for all pairs at once. Friedman's "
        "test asks by ranks alone whether versions differ at all.",
        ("variance", "significance"),
    ),
    Chapter(
        "Among all extracts",
        "The configurations make few of the extracts that a text allows. Here the chosen summaries stand among all "
        "extracts of as many sentences: what they are of the best one, and how many score less. "
        "<strong>The best of all configurations</strong> is what a perfect choice by the score of the study would "
        "give; by the measure used here another configuration may be better still.",
        ("places",), "places",
    ),
    Chapter(
        "What was generated",
        "Configurations that differ may make the same summary. The F-score stands for recall, which was shown to agree "
        "with people; the paper therefore asks whether both rank summaries alike (section 5.2).",
        ("numbers",),
    ),
    Chapter("How it is computed", _METHOD),
)  # fmt: skip
