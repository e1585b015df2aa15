// A field that replaces another in input, and keeps its rules.

package field

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Narrow adds the rules of another field, which this one replaces in input, so that it refuses every value
// that the other refuses. Its own rules may refuse more. It reports a wider rule, and a choice or a default
// that the other refuses; there names the other.
func (s *Spec) Narrow(of *Spec, there func() string, report Reporter) {
	for _, c := range s.Choices {
		if !of.takes(c.Value) {
			report(`validate tag: the choice %q is refused by %s; leave it out`, c.Value, there())
		}
	}
	switch also := s.also; {
	case s.Choices != nil && also != nil:
		s.also = func(text string) bool { return also(text) && of.takes(text) }
	case s.Choices != nil:
	case of.Choices != nil && len(s.Rules) > 0:
		report(`validate tag: rule %q has no effect on the closed list of choices of %s; leave it out`, s.Rules[0].Tag, there())
	case of.Choices != nil:
		s.Choices, s.choice, s.also = of.Choices, of.choice, of.also
	default:
		s.addRules(of, there, report)
	}
	s.Messages = of.Messages
	mistake := ""
	if s.Optional && !s.Null && s.Kind.Column != nil {
		mistake = s.ZeroMistake()
	}
	switch {
	case s.HasDefault && s.Moving == nil && s.Default != "" && !s.takes(s.Default):
		report(`default tag: %q is refused by %s; write another`, s.Text(s.Default), there())
	case mistake != "":
		report(`rest tag: %s (the rules are those of %s)`, mistake, there())
	case s.AllowBlank() && !of.AllowBlank():
		report(`the empty text is a value here, and refused by %s; leave "optional" out, or write a default that is not the empty text`, there())
	}
}

// takes reports whether a value of the field's kind is one of its choices, or breaks none of its rules.
func (s *Spec) takes(value any) bool {
	if text := fmt.Sprint(value); s.Choices != nil {
		return s.choice[text] || s.also != nil && s.also(text)
	}
	return s.Broken(value) == nil
}

// addRules adds the rules of another field that its own do not imply.
func (s *Spec) addRules(of *Spec, there func() string, report Reporter) {
	own := slices.Clone(s.Rules)
	for _, rule := range of.Rules {
		narrower := false
		for _, mine := range own {
			within, comparable := s.within(mine, rule)
			if comparable && !within {
				report(`validate tag: rule %q is wider than %q of %s; leave it out, or narrow it: what the rows refuse, no representation takes`, mine.Tag, rule.Tag, there())
			}
			narrower = narrower || comparable
		}
		if narrower {
			continue
		}
		s.Rules = append(s.Rules, rule)
		if strings.HasPrefix(rule.Tag, "max=") && s.Kind.FreeText {
			s.MaxLength = of.MaxLength
		}
	}
	if s.Min == "" {
		s.Min = of.Min
	}
	if s.Max == "" {
		s.Max = of.Max
	}
	if s.Format == "" {
		s.Format = of.Format
	}
}

// within reports whether a rule refuses every value that another of the same name refuses, and whether the
// two can be compared.
func (s *Spec) within(rule, of *Rule) (within, comparable bool) {
	name, bound, _ := strings.Cut(rule.Tag, "=")
	ofName, limit, _ := strings.Cut(of.Tag, "=")
	switch {
	case rule.Tag == of.Tag:
		return true, true
	case name != ofName || !slices.Contains([]string{"min", "max", "len", "gt", "gte", "lt", "lte"}, name):
		return false, false
	case !s.Kind.Counted:
		value, messages := s.Kind.Parse(s, bound)
		return messages == nil && of.valid(value), messages == nil
	}
	n, err := strconv.Atoi(bound)
	m, ofErr := strconv.Atoi(limit)
	switch name {
	case "max", "lt", "lte":
		within = n <= m
	case "min", "gt", "gte":
		within = n >= m
	}
	return within, err == nil && ofErr == nil
}
